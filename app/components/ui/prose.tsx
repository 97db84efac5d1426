import type { ReactNode } from "react";
import { cx } from "~/utils/cx";

interface ProseProps {
  /** Rendered and sanitised on the server by `renderMarkdown`. Nothing else may come in here. */
  html?: string;
  children?: ReactNode;
  className?: string;
}

/** Long reading, set for it. */
export const Prose = ({ html, children, className }: ProseProps) =>
  html === undefined ? (
    <div className={cx("prose", className)}>{children}</div>
  ) : (
    <div className={cx("prose", className)} dangerouslySetInnerHTML={{ __html: html }} />
  );
