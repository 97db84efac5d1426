import { cx } from "~/utils/cx";

/** Stands beside every allocation there is. */
export const NotAdvice = ({ className }: { className?: string }) => (
  <p className={cx("text-sm text-muted", className)}>Not investment advice</p>
);
