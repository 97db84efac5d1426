/** Splits texts into the clauses that are scored. */
import { separateWords } from "./plain-characters";
import { stripQuotedText } from "./strip-quoted-text";

/** Ends a clause: not a decimal point, nor a semicolon that begins an emoticon. */
const END = String.raw`(?:[!?]|(?<!\d)\.|\.(?!\d)|;(?!['^-]?(?:[)(\]]|[DPp](?!\p{L}))))`;
const AFTER_ENDS = new RegExp(`\\n|(?<=${END})(?!${END})`, "u");

/** Emoji after the end of a sentence say how that sentence is meant. */
const isEmojiAlone = (clause: string) =>
  !/[\p{L}\p{N}]/u.test(clause) && /\p{Extended_Pictographic}/u.test(clause);

/**
 * Splits a text into clauses. They end at line breaks and after a run of `.`, `!`, `?` and `;`, except for a
 * decimal point and a semicolon that begins an emoticon. A clause of emoji alone belongs to the one before.
 *
 * @returns the clauses in order, without quoted text and blank ones
 */
export function clausesOf(text: string): string[] {
  const clauses: string[] = [];
  for (const clause of separateWords(stripQuotedText(text)).split(AFTER_ENDS)) {
    if (clause.trim() === "") continue;
    if (clauses.length && isEmojiAlone(clause)) clauses.push(`${clauses.pop()}${clause}`);
    else clauses.push(clause);
  }
  return clauses;
}
