/** The words by which texts name the known tokens, arranged for looking them up. */
import { allTokens, type Token } from "../tokens";
import type { Word } from "./clause-words";

/** A token with its lists of words as sets. */
export interface NamedToken extends Pick<Token, "symbol" | "bare"> {
  notAfter: ReadonlySet<string>;
  notBefore: ReadonlySet<string>;
  notNear: ReadonlySet<string>;
  notNearNames: ReadonlySet<string>;
  /** Those of `notNear` that cannot be compared with whole words, because their script has no spaces. */
  notWith: readonly string[];
  near: ReadonlySet<string>;
}

const nameLists = ["names", "likelyNames", "sharedNames", "ordinaryNames"] as const;
export type NameList = (typeof nameLists)[number];

export interface Name {
  words: readonly string[];
  /** `null` for a name that means something else. */
  token: NamedToken | null;
  list: NameList;
}

interface TokenNames {
  bySymbol: ReadonlyMap<string, NamedToken>;
  /** Names by first word, longest first. */
  byFirstWord: ReadonlyMap<string, readonly Name[]>;
  /** Names in scripts without spaces or with endings, longest first. */
  elsewhere: RegExp;
  byNameElsewhere: ReadonlyMap<string, NamedToken>;
  /** A quick test of a text in lower case, which rules out most clauses. */
  candidate: RegExp;
}

/** What a token is priced in by a pair that is written as one word, such as BTCUSDT or SOL_USD. */
const QUOTES = ["fdusd", "busd", "usdt", "usdc", "perp", "usd", "eur", "gbp", "krw", "jpy", "try"];
/** Quotes that are tokens themselves, and are named by a pair. */
const TOKEN_QUOTES = ["btc", "xbt", "eth", "sol", "bnb"];
const PAIR = new RegExp(
  `^(?<symbol>[a-z0-9]{2,8}?)_?(?<quote>${[...QUOTES, ...TOKEN_QUOTES].join("|")})$`,
);

/** Whether a name is written in a script in which words are not separated, or change their endings. */
const isElsewhere = (name: string) => /[^\p{Script=Latin}\p{N}\s₿.'-]/u.test(name);

function toNamed(token: Token): NamedToken {
  const { symbol, bare, notAfter, notBefore, notNear, notNearNames, near } = token;
  return {
    symbol,
    bare,
    notAfter: new Set(notAfter),
    notBefore: new Set(notBefore),
    notNear: new Set(notNear),
    notNearNames: new Set(notNearNames),
    notWith: notNear.filter((word) => !/^[\p{Script=Latin}\d]+$/u.test(word)),
    near: new Set(near),
  };
}

function arrange(tokens: readonly Token[]): TokenNames {
  const bySymbol = new Map<string, NamedToken>();
  const byNameElsewhere = new Map<string, NamedToken>();
  const names: Name[] = [];
  for (const token of tokens) {
    const named = toNamed(token);
    bySymbol.set(token.symbol.toLowerCase(), named);
    for (const list of nameLists) {
      for (const name of token[list]) {
        if (isElsewhere(name)) byNameElsewhere.set(name, named);
        else names.push({ words: splitName(name), token: named, list });
      }
    }
    for (const name of token.notNames)
      names.push({ words: splitName(name), token: null, list: "names" });
  }
  names.sort((one, other) => other.words.length - one.words.length);
  const byFirstWord = new Map<string, Name[]>();
  for (const name of names) {
    const [first = ""] = name.words;
    byFirstWord.set(first, [...(byFirstWord.get(first) ?? []), name]);
  }
  const longestFirst = [...byNameElsewhere.keys()].sort((a, b) => b.length - a.length);
  return {
    bySymbol,
    byFirstWord,
    elsewhere: new RegExp(longestFirst.join("|"), "giu"),
    byNameElsewhere,
    candidate: candidateOf(tokens, names),
  };
}

/** Names are compared by words, which have no punctuation: "fetch.ai" is two words. */
const splitName = (name: string): string[] => name.split(/[\s.'-]+/).filter(Boolean);

function candidateOf(tokens: readonly Token[], names: readonly Name[]): RegExp {
  // Sorted, so that the engine tests common beginnings once.
  const anyOf = (words: readonly string[]) => `(?:${[...new Set(words)].sort().join("|")})`;
  const symbolsOf = (isWanted: (token: Token) => boolean) =>
    anyOf(tokens.filter(isWanted).map(({ symbol }) => symbol.toLowerCase()));
  const quotes = anyOf([...QUOTES, ...TOKEN_QUOTES]);
  const bare = symbolsOf(({ bare }) => bare !== "sign");
  const signed = symbolsOf(({ bare }) => bare === "sign");
  const written = anyOf(
    names.filter(({ token }) => token).map(({ words }) => words.join("[\\s.'-]{1,3}")),
  );
  return new RegExp(
    `₿|(?<![a-z0-9])(?:${written}|${bare}(?:_?${quotes})?|${signed}_?${quotes})(?![a-z0-9])|[$#]${signed}(?![a-z0-9])`,
  );
}

let arranged: { tokens: readonly Token[]; names: TokenNames } | undefined;

/** @returns the names of all known tokens; arranged again only if the operator's tokens have changed */
export function tokenNames(): TokenNames {
  const tokens = allTokens();
  if (arranged?.tokens !== tokens) arranged = { tokens, names: arrange(tokens) };
  return arranged.names;
}

/** @returns whether a text may name a token; most texts do not */
export function mayNameToken(text: string): boolean {
  const { candidate, elsewhere } = tokenNames();
  return (
    candidate.test(text.toLowerCase()) || (hasOtherScripts(text) && text.search(elsewhere) >= 0)
  );
}

/** Whether a text has letters beyond the Latin ones. */
export const hasOtherScripts = (text: string): boolean => /[^\0-\u024f]/.test(text);

/** @returns the longest name that starts at a word, if any */
export function nameAt(
  { byFirstWord }: TokenNames,
  text: string,
  words: readonly Word[],
  at: number,
): Name | undefined {
  return byFirstWord.get(words[at]!.lower)?.find((name) =>
    name.words.every((word, i) => {
      if (words[at + i]?.lower !== word) return false;
      return (
        i === 0 || /^[\s.'-]{1,3}$/.test(text.slice(words[at + i - 1]!.end, words[at + i]!.start))
      );
    }),
  );
}

/** @returns the tokens that a word names as a pair, such as BTCUSDT, SOLBTC or ETH_USD */
export function pairIn({ bySymbol }: TokenNames, { text, lower }: Word): NamedToken[] {
  const { symbol, quote } = PAIR.exec(lower)?.groups ?? {};
  const base = symbol && bySymbol.get(symbol);
  if (!base || !quote) return [];
  if (QUOTES.includes(quote)) return [base];
  const other = bySymbol.get(quote === "xbt" ? "btc" : quote);
  // In small letters, words may end like these.
  return other && base !== other && text === text.toUpperCase() ? [base, other] : [];
}
