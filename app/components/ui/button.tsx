import { Link, type LinkProps } from "./link";
import { clsx } from "clsx";
import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from "react";
import { Spinner } from "./icons";

export type ButtonVariant = "primary" | "secondary" | "quiet";
export type ButtonSize = "md" | "sm";

const variants: Record<ButtonVariant, string> = {
  primary: "button-primary",
  secondary: "button-secondary",
  quiet: "button-quiet",
};

const sizes: Record<ButtonSize, string> = {
  md: "button-md",
  sm: "button-sm",
};

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
}: ButtonStyle = {}): string => clsx("button", variants[variant], sizes[size], className);

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, ButtonStyle {
  /** Shows progress and ignores clicks, while keeping the button's width and focus. */
  pending?: boolean;
  /** Label while pending; a spinner if omitted. Its width is reserved from the start. */
  pendingLabel?: string;
  icon?: ReactNode;
}

/** Submits its form, unless it has another `type`. */
export function Button({
  variant,
  size,
  className,
  pending = false,
  pendingLabel,
  icon,
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
  const content = (
    <>
      {icon}
      {children}
    </>
  );
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
            {content}
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
        content
      )}
    </button>
  );
}

export interface ButtonLinkProps extends LinkProps, ButtonStyle {
  icon?: ReactNode;
}

/** A link that looks like a button: for navigation, never for actions. */
export function ButtonLink({
  variant,
  size,
  className,
  icon,
  children,
  ...props
}: ButtonLinkProps) {
  return (
    <Link className={buttonClass({ variant, size, className })} {...props}>
      {icon}
      {children}
    </Link>
  );
}
