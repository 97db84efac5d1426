import { clsx } from "clsx";
import type { ReactNode } from "react";

interface EmptyStateProps {
  /** The sentence: what is not there. */
  children: ReactNode;
  /** What to do about it: a button or a link. */
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
