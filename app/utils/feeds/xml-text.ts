/** Characters that XML 1.0 cannot contain even as references: control characters and unpaired surrogates. */
const INVALID_IN_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** @returns the text without characters that XML cannot contain */
export const forXml = (text: string): string => text.replace(INVALID_IN_XML, "");
