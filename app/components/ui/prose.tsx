import { clsx } from "clsx";

interface ProseProps {
  /** HTML rendered and sanitised by `renderMarkdown` on the server; nothing else may be passed. */
  html: string;
  className?: string;
}

/** Long-form text. */
export const Prose = ({ html, className }: ProseProps) => (
  <div className={clsx("prose", className)} dangerouslySetInnerHTML={{ __html: html }} />
);
