import type { HighlightSegment } from "~/domain/tokenizer";

/** A text with the words in it that were looked for. */
export const Highlight = ({ pieces }: { pieces: readonly HighlightSegment[] }) => (
  <>{pieces.map(({ text, isMatch }, i) => (isMatch ? <mark key={i}>{text}</mark> : text))}</>
);
