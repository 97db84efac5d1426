import { Link, type LinkProps } from "./link";
import { clsx } from "clsx";
import type { ButtonHTMLAttributes, MouseEvent } from "react";
import { Spinner } from "./icons";

/** `danger` is for what deletes, ends or gives something up. */
export type ButtonVariant = "primary" | "secondary" | "quiet" | "danger";
export type ButtonSize = "md" | "sm";

interface ButtonStyle {
  variant?: ButtonVariant;
  size?: ButtonSize;
  className?: string;
}

/** A button's classes, for elements that are neither `Button` nor `ButtonLink`. */
export const buttonClass = ({
  variant = "primary",
  size = "md",
  className,
}: ButtonStyle = {}): string => clsx("button", `button-${variant}`, `button-${size}`, className);

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, ButtonStyle {
  /** Shows progress and ignores clicks, while keeping the button's width and focus. */
  pending?: boolean;
  /** Label while pending; a spinner if omitted. Its width is reserved from the start. */
  pendingLabel?: string;
}

/** Submits its form, unless it has another `type`. */
export function Button({
  variant,
  size,
  className,
  pending = false,
  pendingLabel,
  children,
  onClick,
  ...props
}: ButtonProps) {
  // `disabled` would make the focused button lose the focus.
  const pendingProps = pending ? { "aria-disabled": true, "aria-busy": true } : {};
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (pending) event.preventDefault();
    else onClick?.(event);
  };
  const showsSpinner = pending && !pendingLabel;
  return (
    <button
      className={buttonClass({ variant, size, className })}
      onClick={handleClick}
      {...props}
      {...pendingProps}
    >
      {pendingLabel || showsSpinner ? (
        <span className="button-states">
          <span
            className={clsx(
              "button-label",
              pending && pendingLabel && "invisible",
              showsSpinner && "opacity-0",
            )}
            aria-hidden={pending && pendingLabel ? true : undefined}
          >
            {children}
          </span>
          {pendingLabel ? (
            <span
              className={clsx("button-label", !pending && "invisible")}
              aria-hidden={pending ? undefined : true}
            >
              <Spinner isStill={!pending} />
              {pendingLabel}
            </span>
          ) : null}
          {showsSpinner ? <Spinner /> : null}
        </span>
      ) : (
        children
      )}
    </button>
  );
}

/** A link that looks like a button: for navigation, never for actions. */
export const ButtonLink = ({ variant, size, className, ...props }: LinkProps & ButtonStyle) => (
  <Link className={buttonClass({ variant, size, className })} {...props} />
);
