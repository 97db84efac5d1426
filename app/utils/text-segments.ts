/** A segment of text: plain text, or a link. */
export type TextSegment = string | { href: string; text: string };

/** @returns the text as it was before its URLs were found */
export const joinSegments = (segments: readonly TextSegment[]): string =>
  segments.map((segment) => (typeof segment === "string" ? segment : segment.text)).join("");
