/** A segment of text: plain text, or a link. */
export type TextSegment = string | { href: string; text: string };

/** @returns the original text, which `linkify` split into segments */
export const joinSegments = (segments: readonly TextSegment[]): string =>
  segments.map((segment) => (typeof segment === "string" ? segment : segment.text)).join("");
