import { clsx } from "clsx";
import type { ReactNode } from "react";

interface PageProps {
  children: ReactNode;
  /** `reading`: one column in the middle, as wide as a text wants to be. */
  width?: "full" | "reading";
  className?: string;
}

/** The column in which a screen stands: its width and its margins. */
export const Page = ({ children, width = "full", className }: PageProps) => (
  <div
    className={clsx(
      "mx-auto w-full px-4 pb-20 sm:px-6 lg:px-8",
      width === "reading" ? "max-w-reading" : "max-w-page",
      className,
    )}
  >
    {children}
  </div>
);
