/** Splits texts into the clauses that are scored. */
import { separateWords } from "./plain-characters";
import { stripQuotedText } from "./strip-quoted-text";

/**
 * Splits a text into clauses. They end at line breaks and after a run of `.`, `!`, `?` and `;`, except for a
 * decimal point and a semicolon that begins an emoticon.
 *
 * @returns the clauses in order, without quoted text and blank ones
 */
export function clausesOf(text: string): string[] {
  const clauses: string[] = [];
  for (const line of separateWords(stripQuotedText(text)).split("\n")) {
    let from = 0;
    for (let at = 0; at < line.length; at += 1) {
      if (!endsClause(line, at) || endsClause(line, at + 1)) continue;
      clauses.push(line.slice(from, at + 1));
      from = at + 1;
    }
    clauses.push(line.slice(from));
  }
  return clauses.filter((clause) => clause.trim() !== "");
}

function endsClause(line: string, at: number): boolean {
  switch (line[at]) {
    case "!":
    case "?":
      return true;
    case ".":
      return !(isDigit(line[at - 1]) && isDigit(line[at + 1]));
    case ";":
      return !/^['^-]?(?:[)(\]]|[DPp](?!\p{L}))/u.test(line.slice(at + 1, at + 4));
    default:
      return false;
  }
}

const isDigit = (sign: string | undefined) => sign !== undefined && sign >= "0" && sign <= "9";
