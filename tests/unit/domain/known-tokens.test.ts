import { expect, test } from "vitest";
import { tokenWords } from "~/domain/sentiment/token-words";
import { CASH, findToken, tokens } from "~/domain/tokens";

test("symbols are unique and in capitals", () => {
  const symbols = tokens.map(({ symbol }) => symbol);
  expect(new Set(symbols).size).toBe(symbols.length);
  for (const symbol of symbols) expect(symbol).toMatch(/^[A-Z]{2,6}$/);
});

test("names are unique, in lower case with single spaces, and no symbols", () => {
  const names = tokenWords.flatMap((token) => [...token.names, ...token.notNames]);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) {
    expect(name).toMatch(/^(₿|\p{Ll}+( \p{Ll}+)*)$/u);
    expect(findToken(name.toUpperCase())).toBeUndefined();
  }
});

test("a token whose symbol only counts in context also has a name", () => {
  const inContext = tokenWords.filter(({ bare }) => bare === "context");
  expect(inContext.map(({ symbol }) => symbol)).toEqual(["SOL", "ADA", "DOT", "ARB"]);
  for (const { names } of inContext) expect(names).not.toEqual([]);
});

test("cash is a stablecoin", () => {
  expect(findToken(CASH)?.isStablecoin).toBe(true);
});
