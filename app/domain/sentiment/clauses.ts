/** Splits texts into the clauses that are scored. */
import { appendPlaces, placesOf, slicePlaces, type Places } from "./places";
import { separateWords } from "./plain-characters";
import { stripQuotedText } from "./strip-quoted-text";

/** Ends a clause: not a decimal point, nor a semicolon that begins an emoticon. */
const END = String.raw`(?:[!?]|(?<!\d)\.|\.(?!\d)|;(?!['^-]?(?:[)(\]]|[DPp](?!\p{L}))))`;
const AFTER_ENDS = new RegExp(`\\n|(?<=${END})(?!${END})`, "u");

/** Emoji after the end of a sentence say how that sentence is meant. */
const isEmojiAlone = (clause: string) =>
  !/[\p{L}\p{N}]/u.test(clause) && /\p{Extended_Pictographic}/u.test(clause);

/** A clause, and where its characters stand in the text, if that was asked for. */
export interface TextClause {
  text: string;
  places?: Places;
}

/**
 * Splits a text into clauses. They end at line breaks and after a run of `.`, `!`, `?` and `;`, except for a
 * decimal point and a semicolon that begins an emoticon. A clause of emoji alone belongs to the one before.
 *
 * @param withPlaces whether to find out where the characters stand in the text
 * @returns the clauses in order, without quoted text and blank ones
 */
export function readClauses(text: string, withPlaces = false): TextClause[] {
  const places = withPlaces ? placesOf(text) : undefined;
  const separated = separateWords(stripQuotedText(text, places), places);
  const clauses: TextClause[] = [];
  let start = 0;
  for (const clause of separated.split(AFTER_ENDS)) {
    const end = start + clause.length;
    const own = places && slicePlaces(places, start, end);
    start = separated[end] === "\n" ? end + 1 : end;
    if (clause.trim() === "") continue;
    const before = clauses.at(-1);
    if (before && isEmojiAlone(clause)) {
      before.text += clause;
      if (own) appendPlaces(before.places!, own);
    } else clauses.push({ text: clause, places: own });
  }
  return clauses;
}

/** @returns the texts of the clauses of a text */
export const clausesOf = (text: string): string[] => readClauses(text).map((clause) => clause.text);
