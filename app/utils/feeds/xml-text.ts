/** What XML 1.0 has no place for, not even written as a reference: controls, halves of characters. */
const UNSPEAKABLE = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** @returns the text without what no XML document can hold */
export const forXml = (text: string): string => text.replace(UNSPEAKABLE, "");
