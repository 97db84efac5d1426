import type { Mark } from "./sentiment/find-sentences";

/** A link to a URL, or to the path of a person whom the text names. */
export interface TextLinkSegment {
  href: string;
  text: string;
}

/** A part of a marked sentence, which may be in a link. */
export interface MarkedSegment {
  href?: string;
  text: string;
  /** The number of the sentence. */
  mark: number;
  isFirst: boolean;
}

/** A segment of text: plain text, a link, or a part of a marked sentence. */
export type TextSegment = string | TextLinkSegment | MarkedSegment;

const textOf = (segment: TextSegment) => (typeof segment === "string" ? segment : segment.text);

/** @returns the same segments, with those parts marked that sentences are found in */
export function markSegments(
  segments: readonly TextSegment[],
  find: (pieces: readonly string[]) => readonly Mark[],
): TextSegment[] {
  const marks = find(segments.map(textOf));
  return segments.flatMap((segment, piece) => {
    const text = textOf(segment);
    const link = typeof segment === "string" ? null : segment;
    const part = (from: number, to: number): TextSegment =>
      link ? { ...link, text: text.slice(from, to) } : text.slice(from, to);
    const parts: TextSegment[] = [];
    let last = 0;
    for (const { start, end, sentence, isFirst } of marks.filter((mark) => mark.piece === piece)) {
      if (start > last) parts.push(part(last, start));
      parts.push({ ...link, text: text.slice(start, end), mark: sentence, isFirst });
      last = end;
    }
    if (last < text.length) parts.push(part(last, text.length));
    return parts;
  });
}

/** @returns the original text, which `linkify` split into segments */
export const joinSegments = (segments: readonly TextSegment[]): string =>
  segments.map(textOf).join("");
