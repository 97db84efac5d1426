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
    ["비트코인이 올랐다, 我只买比特币现金", ["BCH", "BTC"]],
    ["ビットコインとイーサリアム、биткоином", ["BTC", "ETH"]],
    ["苏黎世的ETH教授", []],
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

describe("a symbol that also means something else", () => {
  test.each([
    ["counts in capitals", "ADA pays", ["ADA"]],
    ["does not after an article", "The ADA pays", []],
    ["counts after an article with evidence", "The ADA price", ["ADA"]],
    ["needs evidence if people also write it so", "OP pays. OP staking pays", ["OP"]],
    ["does not if the evidence is in another clause", "What a price. OP", []],
    ["counts if the full name is anywhere in the text", "OP is fine.\n\nOn OP Mainnet.", ["OP"]],
    ["counts beside another token", "BTC or OP", ["BTC", "OP"]],
    ["counts as what is bought", "I bought some more UNI", ["UNI"]],
    [
      "counts before a price, in any case",
      "link at 14, near @ $2.40, op 1.2",
      ["LINK", "NEAR", "OP"],
    ],
    ["does not before other numbers", "link at 14:30, near 14 people, link at 3pm", []],
    ["counts on its way to one", "LINK to $30. LINK to the filing", ["LINK"]],
    [
      "that is hardly a word counts after any word",
      "Sold the last DOGE, back to USDT",
      ["DOGE", "USDT"],
    ],
    ["counts after an amount", "Lost 12 NEAR. On page 12 OP", ["NEAR"]],
    ["counts in small letters beside another token", "sol and eth", ["ETH", "SOL"]],
    ["counts in a list of such", "rotated out of atom and op into near", ["ATOM", "NEAR", "OP"]],
    ["counts with a noun of tokens, or what a price does", "UNI holders, OP fell", ["OP", "UNI"]],
    ["does not where its other meaning is near", "UNI students bought tokens", []],
    ["does not as part of an organisation's name", "LTC Properties pays", []],
    ["does not as part of a code", "Lead was found by ICP-MS. See TI-ADA", []],
    [
      "does not as an abbreviation of the words beside it",
      "Department of Transportation (DOT). LTC (long-term care)",
      [],
    ],
    [
      "counts in a list with words of crypto",
      "two alts left in my wallet: link and uni",
      ["LINK", "UNI"],
    ],
    ["does not if all is in capitals", "NEAR THE LINK BUY ONE", []],
    ["counts after # in capitals", "#LINK! #link in bio", ["LINK"]],
    ["of ONE never counts", "buy ONE token", []],
    ["does not count as another word or part of one", "see this link, near el sol, $100", []],
  ])("%s", (_, text, expected) => {
    expect(findMentions(text)).toEqual(expected);
  });

  test("does not count after $ if the words are about a company with that symbol", () => {
    expect(findMentions("Sun Communities ($SUI) owns parks")).toEqual([]);
    expect(findMentions("$SUI tokens, not parks")).toEqual(["SUI"]);
  });
});

describe("a name that also means something else", () => {
  test.each([
    ["counts with words of crypto", "Avalanche has more validators", ["AVAX"]],
    ["does not without", "Avalanche closed the road", []],
    ["does not as part of a longer name", "The Avalanche Hotel sells tokens", []],
    ["does not as somebody's", "my uncle Pepe sold his tokens", []],
    ["counts with its market value", "Pepe's market cap", ["PEPE"]],
    ["counts within a sentence more easily", "Bridged tokens to Optimism", ["OP"]],
    ["does not at the start of one", "Optimism about tokens", []],
    ["counts beside the token's symbol", "Optimism's OP decays", ["OP"]],
    ["does not with a year before there were tokens", "Polygon sold tokens in 1846", []],
    ["that seldom does counts unless its other meaning is near", "ether, monero", ["ETH", "XMR"]],
    ["and not if it is", "monero in Esperanto; ether in 1846; a 16th-century Cardano", []],
    ["longer than a token's is another token's", "Ethereum Classic, Bitcoin-Cash", ["BCH", "ETC"]],
  ])("%s", (_, text, expected) => {
    expect(findMentions(text)).toEqual(expected);
  });
});

describe("a pair", () => {
  test.each([
    ["BTCUSDT, btc_usd and SOLUSD.P", ["BTC", "SOL"]],
    ["LINK-USD, OP/EUR, ONE/USDT", ["LINK", "OP", "USDT"]],
    ["SOLBTC and XRP_ETH", ["BTC", "ETH", "SOL", "XRP"]],
    ["method, BTC_LOG, NEARBTCX", []],
  ])("%s", (text, expected) => {
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
    ["in a longer word", "btc2 BTC_LOG Bitcoiners solanas US$SOL &#ONE; $$OP"],
    ["by a name that begins like one", "Bitcoin Gold, Solana Beach, a doge of Venice"],
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
  "ETH ",
  "link at 14 ",
  "sol and eth, ",
  "Avalanche Optimism ",
  "比特币",
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
