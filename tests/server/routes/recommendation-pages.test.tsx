import { beforeAll, describe, expect, test } from "vitest";
import { addDays, dayOf, startOf, type Day } from "~/domain/calendar-days";
import { countedMentions, type Mention, type UnlistedCounts } from "~/domain/sentiment/mention";
import {
  computeSentiment,
  SENTIMENT_METHOD,
  sentimentRationale,
} from "~/domain/sentiment/sentiment";
import { addCosignature, addTimestamp } from "~/models/ledger-checkpoint.server";
import { listLedger } from "~/models/ledger.server";
import { storeCloses } from "~/models/price.server";
import MomentumPage, { loader as loadMomentum } from "~/routes/momentum/recommendation";
import SentimentPage, { loader as loadSentiment } from "~/routes/sentiment/recommendation";
import { storeRecommendation } from "~/services/recommendations/generation.server";
import { readCheckpoint } from "~/services/ledger/checkpoint.server";
import { settleOutcomes } from "~/services/recommendations/settlement.server";
import { momentumEngine } from "~/services/recommendations/momentum.server";
import { describeDay } from "~/utils/dates";
import { useDatabase } from "../../setup/database";
import { importMomentumCloses, sentimentOf } from "../../setup/recommendations";
import { ask, load, render, wordsOf } from "../../setup/routes";

useDatabase({ isKept: true });

const today = dayOf(new Date());
const first = addDays(today, -60);
const second = addDays(first, 7);
const third = addDays(first, 14);
const morning = (day: Day) => new Date(startOf(day).getTime() + 9 * 3_600_000);

const momentum = { first: "", second: "", third: "", latest: "" };
const sentiment = { full: "", former: "", silent: "" };

/**
 * BTC gains 1% a day from the first day. SOL falls for a day and recovers, and has no closes after the day of
 * the third recommendation.
 */
beforeAll(async () => {
  const from = (days: number, close: (index: number) => number) =>
    Array.from({ length: days }, (_, index) => ({
      day: addDays(first, index),
      close: close(index),
    }));
  await importMomentumCloses(morning(first));
  const rising = from(30, (index) => 60_000 * 1.01 ** index);
  const falling = from(15, (index) => (index === 3 ? 120 : 150));
  const level = from(30, () => 1);
  for (const [asset, closes] of Object.entries({ BTC: rising, SOL: falling, USDT: level })) {
    await storeCloses("import", asset, closes);
  }
  momentum.first = (await momentumEngine.make(morning(first), { bySchedule: true })).id;
  momentum.second = (await momentumEngine.make(morning(second), { bySchedule: true })).id;
  momentum.third = (await momentumEngine.make(morning(third), { bySchedule: true })).id;
  await importMomentumCloses(morning(today));
  momentum.latest = (await momentumEngine.make(morning(today), { bySchedule: true })).id;

  sentiment.silent = await storeSentiment(morning(first), []);
  sentiment.full = await storeSentiment(morning(second), talk(second));
});

/** A week of mentions: 120 of BTC by four authors, three of SOL by two, one of LINK, one of USDT. */
function talk(day: Day): Mention[] {
  const mention = (token: string, index: number, p: number, author: number): Mention => ({
    document: `65a0000000000000000${token.length}${String(index).padStart(4, "0")}`,
    kind: index % 2 ? "comment" : "article",
    token,
    author: `65b00000000000000000000${author}`,
    p,
    weight: 1,
    trust: 1,
    isCopy: false,
    createdAt: morning(day).getTime() - (index + 1) * 60_000,
  });
  return [
    ...Array.from({ length: 120 }, (_, index) => mention("BTC", index, 0.6, index % 4)),
    ...Array.from({ length: 3 }, (_, index) => mention("SOL", 200 + index, 0.4, index % 2)),
    mention("LINK", 300, 0.9, 1),
    mention("USDT", 301, 0.9, 1),
  ];
}

/** Computes and stores a sentiment recommendation from mentions, as the service does. */
async function storeSentiment(
  at: Date,
  mentions: Mention[],
  unlisted: UnlistedCounts = {},
): Promise<string> {
  const counted = new Set(countedMentions(mentions));
  const window = { from: new Date(at.getTime() - 7 * 86_400_000), to: at };
  const calculation = computeSentiment(mentions, unlisted);
  const inputs = calculation.tokens.flatMap(({ token }) =>
    mentions
      .filter((mention) => mention.token === token)
      .map((mention) => ({ ...mention, isCounted: counted.has(mention) })),
  );
  const row = await storeRecommendation<"sentiment">(
    {
      ...sentimentOf(at, calculation.allocation),
      rationale: sentimentRationale(calculation, window),
      facts: {
        ...sentimentOf(at).facts,
        token: calculation.topToken,
        mentionCount: calculation.mentionCount,
        method: SENTIMENT_METHOD,
        unlisted,
      },
      calculation,
    },
    inputs,
  );
  return row.id;
}

const at = (path: string) => ({
  params: { id: decodeURIComponent(/^\/\w+\/([^/?]*)/.exec(path)?.[1] ?? "") },
});
const readMomentumPage = async (id: string) => {
  const path = `/momentum/${id}`;
  return wordsOf(render(MomentumPage, await load(loadMomentum, path, at(path)), { path }));
};
const loadSentimentPage = (rest: string) => {
  const path = `/sentiment/${rest}`;
  return load(loadSentiment, path, at(path));
};
const readSentimentPage = async (rest: string) =>
  wordsOf(render(SentimentPage, await loadSentimentPage(rest), { path: `/sentiment/${rest}` }));

test("an unknown id, and one of the other engine, are not found", async () => {
  const odd = ["nonsense", "0".repeat(24), "0".repeat(25), "%00", "..%2F..%2Fetc", "%7B%7D"];
  for (const id of [...odd, sentiment.full]) {
    const { status } = await ask(loadMomentum, `/momentum/${id}`, at(`/momentum/${id}`));
    expect(status, id).toBe(404);
  }
  for (const id of [...odd, momentum.first]) {
    const { status } = await ask(loadSentiment, `/sentiment/${id}`, at(`/sentiment/${id}`));
    expect(status, id).toBe(404);
  }
});

describe("a momentum recommendation", () => {
  test("shows its closes, and each step of the calculation", async () => {
    const words = await readMomentumPage(momentum.first);
    for (const said of [
      "Not investment advice",
      "Prices imported closes",
      "BTC 54,545.45454545 60,000.00 28",
      "60,000.00 −0.016399 P at D",
      "54,545.45454545 no return P at D−28",
      "(60,000.00 / 54,545.45454545 − 1) · 100 = +10.0000%",
      "(150.00 / 115.38461538 − 1) · 100 = +30.0000%",
      "28 returns with the mean 0.003404: 0.02016601 · √365 · 100 = 38.5271%",
      "max(0, 30.0000 − 0.0000) = 30.0000",
      "30.0000 / 38.5271 = 0.778673",
      "0.778673 / (0.259558 + 0.778673) = 0.750000",
      "0.250000 · 38.5271 + 0.750000 · 38.5271 = 38.5271%",
      "min(1, 40 / 38.5271) = 1.000000",
      "is 75.0000, at most 60, rounded down = 60%",
      "100 − 25 − 60 = 15%",
    ])
      expect(words).toContain(said);
  });

  test("shows its outcome beside BTC, and that the first has no previous one", async () => {
    // The outcome is 25 · 1.01^7 + 60 + 15. The drawdown is from 25 · 1.01^2 + 75 to 25 · 1.01^3 + 48 + 15.
    expect(await readMomentumPage(momentum.first)).toContain(
      "This recommendation 101.80 +1.80% BTC held 107.21 +7.21% Previous recommendation – there is none Drawdown −11.69%",
    );
  });

  test("shows its ledger entry, and whether it is part of the track record", async () => {
    const words = await readMomentumPage(momentum.first);
    const [, entry] = await listLedger(0, 2);
    const head = await readCheckpoint();
    expect(words).toContain("The schedule made this recommendation for its week");
    expect(words).toContain(`Its entry, no. 2 ${entry!.hash}`);
    expect(words).toContain(`Root of ${head!.size} entries ${head!.root}`);
    expect(words).not.toContain("Cosigned");
    const at = new Date("2026-01-22T09:06:05Z");
    await addCosignature(head!.size, { key: "w", at, line: "— w AAAA" });
    await addTimestamp(head!.size, { at, token: "" });
    expect(await readMomentumPage(momentum.first)).toMatch(
      /Cosigned by 1 witness\. An authority saw this root on .*Jan 22, 2026/,
    );
    expect(await readSentimentPage(sentiment.full)).toContain(
      "This recommendation is not part of the track record",
    );
  });

  test("shows the outcome of the previous one over the same days", async () => {
    const words = await readMomentumPage(momentum.second);
    expect(words).toContain("Previous recommendation 101.80 +1.80%");
    expect(words).toMatch(/Older .*Newer/);
  });

  test("names the asset without closes", async () => {
    expect(await readMomentumPage(momentum.third)).toContain("Not known: no closes for SOL.");
  });

  test("says that its outcome is not known yet", async () => {
    const words = await readMomentumPage(momentum.latest);
    expect(words).toContain("Outcome: not known yet, final on");
    expect(words).not.toContain("Newer");
  });

  test("keeps its settled outcome, and names closes that were corrected since", async () => {
    await settleOutcomes();
    const words = await readMomentumPage(momentum.first);
    expect(words).toMatch(
      /Settled on .* as entry no\. \d+ of the ledger ; the outcome no longer changes\./,
    );
    expect(words).not.toContain("corrected");
    const last = addDays(first, 7);
    await storeCloses("import", "BTC", [{ day: last, close: 1 }]);
    const corrected = await readMomentumPage(momentum.first);
    expect(corrected).toContain("This recommendation 101.80 +1.80% BTC held 107.21 +7.21%");
    expect(corrected).toContain("A close has been corrected since.");
    expect(corrected).toContain(`BTC on ${describeDay(last)} : $${60_000 * 1.01 ** 7}, now $1`);
  });
});

describe("a sentiment recommendation", () => {
  test("shows its mentions by token, and each step of the calculation", async () => {
    const words = await readSentimentPage(sentiment.full);
    for (const said of [
      `Method Version ${SENTIMENT_METHOD}`,
      "Not investment advice",
      "Top Token BTC Mentions 12",
      "17 of 125 mentions",
      "from 412 upvotes and 7 members, all admitted by vote: 31 people had trust.",
      // Four authors with 0.6 each: μ = 2.4/9.
      "BTC 120 12.0000 4 4.0000 +0.2667 0.1239 +0.1427 0.5000",
      "SOL 3 3.0000 2 2.0000 +0.1143 0.1402 0.0000 0.0000",
      "USDT 1 1.0000 1 1.0000",
      "(2.0000 · 0.1427) / (2.0000) = +0.1427",
      "80 · min(1, (0.1427 − 0.05) / (0.5 − 0.05)) · 0.5000 = 8.2415%",
      "100 − 8 = 92%",
    ])
      expect(words).toContain(said);
  });

  test("without mentions says so, and shows no table of mentions", async () => {
    const words = await readSentimentPage(sentiment.silent);
    expect(words).toContain("Nobody mentioned a token.");
    expect(words).toContain("Top Token N/A Mentions 0");
    expect(words).not.toContain("The mentions");
  });

  test("with more mentions than it lists says how many are not listed", async () => {
    const [first] = talk(second).slice(0, 1);
    const id = await storeSentiment(morning(second), first ? [first] : [], { BTC: 49 });
    const words = await readSentimentPage(id);
    expect(words).toContain("The mentions (50)");
    expect(words).toContain(
      "Only each author’s newest 50 mentions of a token are listed: 49 earlier mentions count towards the number above but not towards any sum.",
    );
    expect(await readSentimentPage(sentiment.full)).not.toContain("towards any sum");
  });

  test("links a counted mention to its article", async () => {
    const { mentions } = await loadSentimentPage(sentiment.full);
    expect(mentions.rows[0]).toMatchObject({
      kind: "article",
      link: "/article/65a000000000000000030000",
      author: "000000",
    });
  });

  test("with an invalid query shows the nearest page of all tokens", async () => {
    for (const [query, page] of [
      ...["page=-1", "page=0", "page=1.5", "page=1e99", "page=nonsense", "page=2&page=1"].map(
        (query) => [query, 1] as const,
      ),
      ...["token=%00", "token=DOGE", "token=constructor", "token=%3Cscript%3E", "token="].map(
        (query) => [query, 1] as const,
      ),
      ["page=99", 2] as const,
    ]) {
      const { mentions } = await loadSentimentPage(`${sentiment.full}?${query}`);
      expect(mentions, query).toMatchObject({ token: null, page, pages: 2 });
    }
  });
});
