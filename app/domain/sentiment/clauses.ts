/** Splits texts into the clauses that are scored. */
import { separateWords } from "./plain-characters";
import { stripQuotedText } from "./strip-quoted-text";

/** Ends a clause: not a decimal point, nor a semicolon that begins an emoticon. */
const END = String.raw`(?:[!?]|(?<!\d)\.|\.(?!\d)|;(?!['^-]?(?:[)(\]]|[DPp](?!\p{L}))))`;
const AFTER_ENDS = new RegExp(`\\n|(?<=${END})(?!${END})`, "u");

/**
 * Splits a text into clauses. They end at line breaks and after a run of `.`, `!`, `?` and `;`, except for a
 * decimal point and a semicolon that begins an emoticon.
 *
 * @returns the clauses in order, without quoted text and blank ones
 */
export const clausesOf = (text: string): string[] =>
  separateWords(stripQuotedText(text))
    .split(AFTER_ENDS)
    .filter((clause) => clause.trim() !== "");
