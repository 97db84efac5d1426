import { linkify } from "~/domain/linkify";
import { LinkifiedText } from "./linkified-text";

interface LinkedTextProps {
  /** Plain text; line breaks are kept and markup is escaped. */
  text: string;
  className?: string;
}

/** Plain text with its URLs as links. It runs linkify itself, in the browser as well. */
export const LinkedText = ({ text, className }: LinkedTextProps) => (
  <LinkifiedText segments={linkify(text)} className={className} />
);
