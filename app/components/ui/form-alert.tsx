import { clsx } from "clsx";
import type { ReactNode } from "react";
import { AlertIcon } from "./icons";

interface FormAlertProps {
  /** Renders nothing if empty. */
  children?: ReactNode;
  id?: string;
  className?: string;
}

/** An error message for a whole form, shown above its fields. */
export function FormAlert({ children, id, className }: FormAlertProps) {
  if (!children) return null;
  return (
    <div
      role="alert"
      id={id}
      className={clsx(
        "flex gap-2.5 rounded border border-negative bg-negative-wash px-4 py-3 text-base text-ink",
        className,
      )}
    >
      <AlertIcon className="mt-0.5 text-negative" />
      <div className="min-w-0">{children}</div>
    </div>
  );
}
