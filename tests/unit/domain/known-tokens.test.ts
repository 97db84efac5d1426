import { expect, test } from "vitest";
import { tokenWords } from "~/domain/sentiment/token-words";
import { CASH, findToken, tokens } from "~/domain/tokens";

test("a symbol is one token's, in capitals", () => {
  const symbols = tokens.map(({ symbol }) => symbol);
  expect(new Set(symbols).size).toBe(symbols.length);
  for (const symbol of symbols) expect(symbol).toMatch(/^[A-Z]{2,6}$/);
});

test("a name is one token's, in lower case, its words one space apart, and no symbol", () => {
  const names = tokenWords.flatMap((token) => [...token.names, ...token.notNames]);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) {
    expect(name).toMatch(/^(₿|\p{Ll}+( \p{Ll}+)*)$/u);
    expect(findToken(name.toUpperCase())).toBeUndefined();
  }
});

test("a token that is meant in context only has a name to be meant by", () => {
  const inContext = tokenWords.filter(({ bare }) => bare === "context");
  expect(inContext.map(({ symbol }) => symbol)).toEqual(["SOL", "ADA", "DOT", "ARB"]);
  for (const { names } of inContext) expect(names).not.toEqual([]);
});

test("what waits, waits in a stablecoin", () => {
  expect(findToken(CASH)?.isStablecoin).toBe(true);
});
