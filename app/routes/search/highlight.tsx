import type { MarkedPiece } from "~/domain/tokenizer";

/** A text with the words in it that were looked for. */
export const Marked = ({ pieces }: { pieces: readonly MarkedPiece[] }) => (
  <>{pieces.map(({ text, isMatch }, i) => (isMatch ? <mark key={i}>{text}</mark> : text))}</>
);
