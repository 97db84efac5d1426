/** A link to a URL, or to the path of a person whom the text names. */
export interface TextLinkSegment {
  href: string;
  text: string;
}

/** A segment of text: plain text, or a link. */
export type TextSegment = string | TextLinkSegment;

/** @returns the original text, which `linkify` split into segments */
export const joinSegments = (segments: readonly TextSegment[]): string =>
  segments.map((segment) => (typeof segment === "string" ? segment : segment.text)).join("");
