import { linkedPieces } from "~/utils/linkify";
import { LinkedPieces } from "./linkified-text";

interface LinkedTextProps {
  /** Plain text: line breaks are kept, markup is only ever text. */
  text: string;
  className?: string;
}

/** A text with its addresses as links; it finds them itself, also in the browser. */
export const LinkedText = ({ text, className }: LinkedTextProps) => (
  <LinkedPieces pieces={linkedPieces(text)} className={className} />
);
