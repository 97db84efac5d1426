import { clsx } from "clsx";
import type { ReactNode } from "react";

interface PageProps {
  children: ReactNode;
  /** `reading`: a single column at a comfortable line length. */
  width?: "full" | "reading";
  className?: string;
}

/** The main column of a screen with its width and margins. */
export const Page = ({ children, width = "full", className }: PageProps) => (
  <div className={clsx("page", width === "reading" ? "max-w-reading" : "max-w-page", className)}>
    {children}
  </div>
);
