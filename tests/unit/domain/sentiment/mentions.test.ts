import { describe, expect, test } from "vitest";
import { MAX_CONTENT_LENGTH, MAX_SUMMARY_LENGTH, MAX_TITLE_LENGTH } from "~/domain/field-limits";
import { scoreMentions } from "~/domain/sentiment/mentions";
import { scoreText } from "~/services/scoring/lexicon.server";

const findMentions = (texts: string | string[]) =>
  scoreMentions(texts, () => 0).map(({ token }) => token);
const lines = (...all: string[]) => all.join("\n");

describe("a token is named", () => {
  test.each([
    ["by its symbol with $", "$BTC and $link, ($ONE).", ["BTC", "LINK", "ONE"]],
    ["by an unambiguous name in any case", "BITCOIN, solana's, Chainlink", ["BTC", "LINK", "SOL"]],
    [
      "by an unambiguous symbol in any case",
      "btc usdt XRP Doge-Fans",
      ["BTC", "DOGE", "USDT", "XRP"],
    ],
    ["by a name of several words", "NEAR  Protocol, USD-Coin", ["NEAR", "USDC"]],
    ["once, however often", "BTC btc bitcoin $BTC", ["BTC"]],
  ])("%s", (_, text, expected) => {
    expect(findMentions(text)).toEqual(expected);
  });
});

describe("a token is found beside another script", () => {
  test.each([
    ["我看好BTC和ETH", ["BTC", "ETH"]],
    ["BTC는 ETH가", ["BTC", "ETH"]],
    ["الBTC والـETH", ["BTC", "ETH"]],
    ["курсBTC, ETHом", ["BTC", "ETH"]],
    ["$BTC上涨 买$ETH #SOL和 $LINKを", ["BTC", "ETH", "LINK", "SOL"]],
    ["看r/bitcoin和@eth", []],
    ["买10SOL，买10 SOL", ["SOL"]],
    ["见https://x.jp/btc 和https://x.jp/和BTC", []],
  ])("%s", (text, expected) => {
    expect(findMentions(text)).toEqual(expected);
  });

  test.each(["xBTC", "BTCé", "ВTC"])("but not in %s, which reads as another word", (text) => {
    expect(findMentions(text)).toEqual([]);
  });
});

describe("a bare symbol that is also a word", () => {
  test.each([
    ["counts beside a word of finance", "staking SOL pays", ["SOL"]],
    ["counts five words before one", "SOL that they now ask prices", ["SOL"]],
    ["does not if it is further away", "the price that they ask now for SOL", []],
    ["does not if it is in another clause", "What a price. SOL", []],
    ["counts if the full name is anywhere in the text", "SOL is fine.\n\nI mean Solana.", ["SOL"]],
    ["counts beside another token", "BTC or ETH", ["BTC", "ETH"]],
    ["does not beside another ambiguous one", "ADA and DOT", []],
    [
      "of LINK, NEAR, ONE and OP never counts",
      "buy LINK, NEAR, ONE, OP, UNI, ATOM, DAI tokens",
      [],
    ],
    ["does not count as another word or part of one", "see this link, near el sol, $100", []],
  ])("%s", (_, text, expected) => {
    expect(findMentions(text)).toEqual(expected);
  });
});

describe("no token is named", () => {
  test.each([
    ["by an address", "https://x.io/bitcoin?q=$SOL www.solana.com/BTC, solana.com ada@cardano.org"],
    [
      "by the target of a link",
      "[this](https://x.io/a_(bitcoin)/btc) [that](#link) [those](/solana)",
    ],
    ["in a code span", "`BTC` and ``a ` solana`` and ` $SOL `"],
    ["in a fence", lines("```ts", "BTC", "~~~", "```", "~~~~", "solana", "~~~", "BTC")],
    ["in HTML's code", "<code class='x'>BTC</code> <PRE>solana <code>a</code> BTC</PRE>"],
    ["in a quotation", lines("> BTC is great", "  > solana", ">> usdt")],
    ["in a longer word", "btc2 BTC_USD Bitcoiners solanas US$SOL &#ONE; $$OP"],
    ["by a name that begins like one", "Bitcoin Cash, Ethereum Classic and Bitcoin-SV"],
  ])("%s", (_, text) => {
    expect(findMentions(text)).toEqual([]);
  });

  test("but tokens around these count", () => {
    const text = lines(
      "Is it `x`? BTC is. See https://x.io/(solana)/usdt.",
      "```",
      "ETH price",
      "```",
      "XRP (www.x.io/doge), aave; `open",
      "",
      "LTC closed`",
    );
    expect(findMentions(text)).toEqual(["AAVE", "BTC", "LTC", "XRP"]);
  });

  test("an open fence in one text does not hide tokens of the next", () => {
    expect(findMentions(["```\nBTC", "solana"])).toEqual(["SOL"]);
  });

  test("a longer fence ends one, and an end tag without a start hides nothing", () => {
    expect(findMentions(lines("```", "BTC", "````", "solana"))).toEqual(["SOL"]);
    expect(findMentions("XRP </code> BTC")).toEqual(["BTC", "XRP"]);
  });
});

describe("a document scores a token", () => {
  test("with emoji of rising and falling prices", () => {
    const scoreOf = (text: string) => scoreMentions(text, scoreText)[0]!.p;
    expect(scoreOf("BTC 🚀")).toBeGreaterThan(0.4);
    expect(scoreOf("BTC 📈📈")).toBeGreaterThan(0.4);
    expect(scoreOf("BTC 📉")).toBeLessThan(-0.4);
    expect(scoreOf("BTC 🎲")).toBe(0);
  });

  /** How many characters the scorer receives. */
  function scoredLength(text: string): number {
    let sum = 0;
    scoreMentions(text, ({ length }) => {
      sum += length;
      return 0;
    });
    return sum;
  }

  test("up to its end, at the maximum length of a document", () => {
    const longest = `BTC ${"x ".repeat(MAX_CONTENT_LENGTH)}`.slice(0, MAX_CONTENT_LENGTH);
    expect(scoredLength(longest)).toBe(MAX_CONTENT_LENGTH);
    expect(scoredLength("BTC!".repeat(MAX_CONTENT_LENGTH / 4))).toBe(MAX_CONTENT_LENGTH);
    const beyond = MAX_TITLE_LENGTH + MAX_SUMMARY_LENGTH + MAX_CONTENT_LENGTH;
    expect(scoredLength(`BTC ${"x".repeat(beyond)}`), "of a longer one").toBe(beyond);
    const doubts = `BTC ${"x ".repeat(9000)} is not bullish`;
    expect(scoreMentions(doubts, scoreText)).toEqual([{ token: "BTC", p: -0.4847 }]);
  });
});

test.each([
  "`",
  "``` ` `` ",
  "> ",
  "](",
  "<code",
  "a.com ",
  "https://",
  "#BTC",
  "SOL.",
  "BTC! ",
  "; ",
  "é\u0301",
])(
  "64 KiB of %j are scored at once, as nothing quadratic is",
  (piece) => {
    scoreMentions(piece.repeat(65_536 / piece.length), scoreText);
  },
  20_000,
);

test("64 KiB that name every token in almost every clause are scored before anything quadratic is", () => {
  const all = "BTC ETH SOL USDT USDC BNB XRP ADA DOGE DOT $LINK AVAX LTC AAVE $NEAR good but ";
  const text = `${all.repeat(700)}. BTC. SOL price. ETH price. ${all.repeat(40)}`;
  expect(scoreMentions(text, scoreText).length).toBeGreaterThan(12);
}, 30_000);
