import { clsx } from "clsx";

/** Stands beside every allocation there is. */
export const NotAdvice = ({ className }: { className?: string }) => (
  <p className={clsx("text-sm text-muted", className)}>Not investment advice</p>
);
