import { linkify } from "~/utils/linkify";
import { LinkifiedText } from "./linkified-text";

interface LinkedTextProps {
  /** Plain text: line breaks are kept, markup is only ever text. */
  text: string;
  className?: string;
}

/** A text with its addresses as links; it finds them itself, also in the browser. */
export const LinkedText = ({ text, className }: LinkedTextProps) => (
  <LinkifiedText pieces={linkify(text)} className={className} />
);
