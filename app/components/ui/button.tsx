import { Link, type LinkProps } from "@remix-run/react";
import { clsx } from "clsx";
import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from "react";
import { Spinner } from "./icons";

export type ButtonVariant = "primary" | "secondary" | "quiet";
export type ButtonSize = "md" | "sm";

const variants: Record<ButtonVariant, string> = {
  primary:
    "bg-accent text-on-accent border-transparent hover:bg-accent-strong active:bg-accent-strong",
  secondary: "bg-raised text-ink border-edge hover:border-ink hover:bg-sunken",
  quiet: "text-accent border-transparent hover:bg-sunken",
};

const sizes: Record<ButtonSize, string> = {
  // Where text is enlarged on a narrow screen, a button still has room for its longest word.
  md: "min-h-11 px-4 text-[length:min(1rem,7cqi)]",
  sm: "min-h-9 px-3 text-sm pointer-coarse:min-h-11",
};

interface Look {
  variant?: ButtonVariant;
  size?: ButtonSize;
  className?: string;
}

/** The classes of a button, for the rare element that is neither a button nor a link of ours. */
export const buttonClass = ({ variant = "primary", size = "md", className }: Look = {}): string =>
  clsx(
    "inline-flex items-center justify-center gap-2 rounded border py-1.5 text-center font-medium leading-tight",
    // On paper there is nothing to press.
    "transition-colors select-none aria-disabled:opacity-60 disabled:opacity-60 print:hidden",
    variants[variant],
    sizes[size],
    className,
  );

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, Look {
  /** Something is under way: the button turns, keeps its width and its focus, and does nothing. */
  pending?: boolean;
  /** What it reads meanwhile; without it only the wheel shows. Room for both is kept from the start. */
  pendingLabel?: string;
  icon?: ReactNode;
}

export function Button({
  variant,
  size,
  className,
  pending = false,
  pendingLabel,
  icon,
  children,
  onClick,
  type = "submit",
  ...props
}: ButtonProps) {
  // Disabled for real, a button would drop the keyboard's focus in the middle of its own action.
  const inert = pending ? { "aria-disabled": true, "aria-busy": true } : {};
  const hold = (event: MouseEvent<HTMLButtonElement>) => {
    if (pending) event.preventDefault();
    else onClick?.(event);
  };
  const showsWheel = pending && !pendingLabel;
  return (
    <button
      type={type}
      className={buttonClass({ variant, size, className })}
      onClick={hold}
      {...props}
      {...inert}
    >
      <span className="grid place-items-center *:col-start-1 *:row-start-1">
        <span
          className={clsx(
            "inline-flex items-center gap-2",
            pending && pendingLabel && "invisible",
            showsWheel && "opacity-0",
          )}
          aria-hidden={pending && pendingLabel ? true : undefined}
        >
          {icon}
          {children}
        </span>
        {pendingLabel ? (
          <span
            className={clsx("inline-flex items-center gap-2", !pending && "invisible")}
            aria-hidden={pending ? undefined : true}
          >
            <Spinner still={!pending} />
            {pendingLabel}
          </span>
        ) : null}
        {showsWheel ? <Spinner /> : null}
      </span>
    </button>
  );
}

export interface ButtonLinkProps extends LinkProps, Look {
  icon?: ReactNode;
}

/** A link that looks like a button: for going somewhere, never for doing something. */
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
