/** A clause, and the names and symbols in it that may mean a token. */
import { capitalsOf, type Capitals, type Word } from "./clause-words";
import { CRYPTO_ELSEWHERE, CRYPTO_WORDS, MARKET_ELSEWHERE, MARKET_WORDS } from "./context-words";
import { hasOtherScripts, type NamedToken, type NameList } from "./token-names";

/** How a name or symbol is written. */
type Form = "capitals" | "capitalised" | "small";

/** A name or symbol that may mean a token. */
export interface Candidate {
  token: NamedToken;
  /** The places of its first and last word. */
  at: number;
  last: number;
  /** The list of names that it is in; `null` for a symbol. */
  list: Exclude<NameList, "names"> | null;
  form: Form;
  sign: "$" | "#" | null;
}

/** Whether a candidate counts by itself, unless something speaks against it. */
export const isPlain = ({ token: { bare }, list, form, sign }: Candidate): boolean =>
  sign === "$" ||
  list === "likelyNames" ||
  (!list &&
    (bare === "always" || ((bare === "distinct" || bare === "capitals") && form === "capitals")));

/** A clause, and how many words of each kind it has up to each place. */
export interface Clause {
  text: string;
  words: readonly Word[];
  capitals: Capitals;
  crypto: Uint32Array;
  market: Uint32Array;
  /** What words in scripts without spaces add. */
  elsewhere: { crypto: boolean; market: boolean };
  isHistoric: boolean;
  /** The tokens whose other meaning stands anywhere in it, in a script without spaces. */
  withOther: ReadonlySet<NamedToken>;
}

/** A year or a century before there were any tokens. */
const HISTORIC =
  /\b(?:in|since|during|of|by|until|before|circa|from)\s+(?:(?:the|early|late|mid|about|around)[\s-]+){0,2}(?:1[5-9]\d\d|200[0-7])(?:s|'s)?\b|\b1\dth[\s-]century/i;

/** @returns the clause, with its words counted */
export function readClause(
  text: string,
  words: readonly Word[],
  candidates: readonly Candidate[],
): Clause {
  const places = new Set<number>();
  for (const { at, last } of candidates) for (let i = at; i <= last; i += 1) places.add(i);
  const count = (kind: ReadonlySet<string>) => {
    const sums = new Uint32Array(words.length + 1);
    words.forEach(({ lower }, i) => {
      sums[i + 1] = sums[i]! + (kind.has(lower) && !places.has(i) ? 1 : 0);
    });
    return sums;
  };
  const isElsewhere = hasOtherScripts(text);
  return {
    text,
    words,
    capitals: capitalsOf(words, places),
    crypto: count(CRYPTO_WORDS),
    market: count(MARKET_WORDS),
    elsewhere: {
      crypto: isElsewhere && CRYPTO_ELSEWHERE.test(text),
      market: isElsewhere && MARKET_ELSEWHERE.test(text),
    },
    isHistoric: HISTORIC.test(text),
    withOther: new Set(
      [...new Set(candidates.map(({ token }) => token))].filter(({ notWith }) =>
        notWith.some((word) => text.includes(word)),
      ),
    ),
  };
}
