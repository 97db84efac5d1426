import { clsx } from "clsx";

interface ProseProps {
  /** Rendered and sanitised on the server by `renderMarkdown`. Nothing else may come in here. */
  html: string;
  className?: string;
}

/** Long reading, set for it. */
export const Prose = ({ html, className }: ProseProps) => (
  <div className={clsx("prose", className)} dangerouslySetInnerHTML={{ __html: html }} />
);
