import type { ReactNode } from "react";
import { cx } from "~/utils/cx";

interface PageProps {
  children: ReactNode;
  className?: string;
}

/** The column in which a screen stands: its width and its margins. */
export const Page = ({ children, className }: PageProps) => (
  <div className={cx("mx-auto w-full max-w-page px-4 pb-20 sm:px-6 lg:px-8", className)}>
    {children}
  </div>
);
