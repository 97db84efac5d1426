/** The operator's file of tokens, which is read with the environment. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readEnvironment, setEnvironment } from "~/config/env.server";
import { scoreMentions } from "~/domain/sentiment/mentions";
import { tokenTable } from "~/domain/token-table";
import { allTokens, collisionOf, findToken, isStablecoin } from "~/domain/tokens";
import { mentionsApiQuery } from "~/schemas/sentiment";

const directory = mkdtempSync(join(tmpdir(), "tokens-"));
const path = join(directory, "tokens.json");
afterAll(() => {
  setEnvironment(process.env);
  rmSync(directory, { recursive: true });
});

const write = (content: unknown) =>
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
const read = () => readEnvironment({ TOKENS_FILE: path }).TOKENS_FILE;

const FROG = { symbol: "FROG", name: "Frog", bare: "proof", names: "frogcoin, 青蛙币" };

test("no two tokens of the table have a name in common", () => {
  const [first, ...others] = tokenTable;
  expect(collisionOf([])).toBeUndefined();
  const names = [first!, ...others].flatMap(
    ({ names: all, likelyNames, sharedNames, ordinaryNames }) =>
      [all, likelyNames, sharedNames, ordinaryNames].flatMap((list) => list?.split(", ") ?? []),
  );
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  const symbols = tokenTable.map(({ symbol }) => symbol);
  expect(new Set(symbols).size).toBe(symbols.length);
});

describe("tokens of the file", () => {
  test("are found in texts, have prices, and can be asked for, until the file goes", () => {
    write([
      { ...FROG, coinbase: null },
      { symbol: "XUSD", name: "X Dollar", bare: "always", isStablecoin: true },
    ]);
    const before = allTokens().length;
    setEnvironment({ ...process.env, TOKENS_FILE: path });
    expect(findToken("FROG")).toMatchObject({ name: "Frog", coinbase: null, kraken: "FROGUSD" });
    expect(isStablecoin("XUSD")).toBe(true);
    const found = (text: string) => scoreMentions(text, () => 0).map(({ token }) => token);
    expect(found("Sold FROG for xusd, 青蛙币; a FROG in the pond")).toEqual(["FROG", "XUSD"]);
    expect(mentionsApiQuery.safeParse({ token: "frog" }).success).toBe(true);
    setEnvironment(process.env);
    expect(found("Sold FROG for xusd")).toEqual([]);
    expect(allTokens()).toHaveLength(before);
  });

  test("have a version that depends on the tokens only", () => {
    write([FROG]);
    const one = read();
    write(JSON.stringify([FROG], null, 2));
    expect(read()?.version).toBe(one?.version);
    write([{ ...FROG, notNear: "pond" }]);
    expect(read()?.version).not.toBe(one?.version);
    write([]);
    expect(read()?.version).toBe("");
  });
});

describe("a file is refused", () => {
  test.each([
    ["[{]", /^is no JSON: /],
    [{}, "must be a list of tokens"],
    [[FROG, 1], /^token 2: /],
    [[{ ...FROG, colour: "green" }], 'token 1: "colour" is no field of a token'],
    [
      [FROG, { ...FROG, symbol: "toad" }],
      'token 2: "symbol" must be 1 to 12 capital letters and digits',
    ],
    [
      [{ ...FROG, bare: "often" }],
      'token 1: "bare" must be one of always, distinct, capitals, context, proof, sign',
    ],
    [[{ ...FROG, names: "Frogcoin" }], 'token 1: "names" must be in lower case'],
    [
      [{ ...FROG, near: "pond,,lake" }],
      'token 1: "near" must be words, separated by commas, without an empty one',
    ],
    [[{ ...FROG, kraken: "FROG/USD" }], 'token 1: "kraken" must be an id such as ABCUSD, or null'],
    [[FROG, { ...FROG, symbol: "BTC" }], 'token 2 (BTC): "btc" names another token already'],
    [[FROG, { ...FROG, symbol: "TOAD" }], 'token 2 (TOAD): "frogcoin" names another token already'],
    [[{ ...FROG, names: "bitcoin" }], 'token 1 (FROG): "bitcoin" names another token already'],
  ])("%j", (content, message) => {
    write(content);
    const expected = typeof message === "string" ? `TOKENS_FILE: ${message}` : message;
    expect(read).toThrow(
      expect.objectContaining({
        message:
          typeof expected === "string"
            ? expected
            : expect.stringMatching(new RegExp(`TOKENS_FILE: ${expected.source.slice(1)}`)),
      }),
    );
  });

  test("that is not there", () => {
    expect(() => readEnvironment({ TOKENS_FILE: `${path}.gone` })).toThrow(/TOKENS_FILE: ENOENT/);
  });
});
