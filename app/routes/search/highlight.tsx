import type { HighlightSegment } from "~/domain/tokenizer";

/** A text with its matches highlighted. */
export const Highlight = ({ segments }: { segments: readonly HighlightSegment[] }) => (
  <>{segments.map(({ text, isMatch }, i) => (isMatch ? <mark key={i}>{text}</mark> : text))}</>
);
