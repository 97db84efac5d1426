import { clsx } from "clsx";

/** Disclaimer shown with every allocation. */
export const NotAdvice = ({ className }: { className?: string }) => (
  <p className={clsx("text-sm text-muted", className)}>Not investment advice</p>
);
