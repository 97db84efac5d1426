import { clsx } from "clsx";
import type { ReactNode } from "react";

interface EmptyStateProps {
  /** A sentence saying what is missing. */
  children: ReactNode;
  /** A button or link to the next step. */
  action?: ReactNode;
  className?: string;
}

export function EmptyState({ children, action, className }: EmptyStateProps) {
  return (
    <div
      className={clsx(
        "grid grid-cols-1 justify-items-start gap-4 rounded border border-dashed border-edge px-6 py-8",
        className,
      )}
    >
      <p className="max-w-measure font-display text-xl text-balance wrap-anywhere">{children}</p>
      {action}
    </div>
  );
}
