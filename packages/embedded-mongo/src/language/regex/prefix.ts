import type { BSONRegExp } from "bson";

/** The literal string that every matching text starts with, or `undefined` if unknown. */
export function literalPrefix({ pattern, options }: BSONRegExp): string | undefined {
  if (!pattern.startsWith("^") || /[imsx]/.test(options) || /\||\\E|\(\?#/.test(pattern))
    return undefined;
  let prefix = "";
  for (let i = 1; i < pattern.length; i++) {
    let c = pattern[i]!;
    if (c === "\\") {
      c = pattern[++i] ?? "";
      if (!/[^\w\s]/.test(c)) break;
    } else if (/[\^$.*+?()[\]{}|]/.test(c)) break;
    // An optional character is not part of the prefix.
    if (/[*?{]/.test(pattern[i + 1] ?? "")) break;
    prefix += c;
  }
  return prefix || undefined;
}
