/** USDT below $0.98 does not count as cash, and every place that shows an allocation says so. */
import { beforeAll, describe, expect, test } from "vitest";
import { MomentumCard } from "~/routes/momentum/views";
import { MomentumTable } from "~/routes/momentum/views";
import { Engines } from "~/routes/_index/engines";
import { readFrontPage } from "~/routes/_index/front-page.server";
import { Recommendations } from "~/routes/dashboard/recommendations";
import MomentumPage, { loader as loadMomentum } from "~/routes/momentum/recommendation";
import { SentimentCard } from "~/routes/sentiment/sections";
import SentimentPage, { loader as loadSentiment } from "~/routes/sentiment/recommendation";
import { addDays, dayOf } from "~/domain/calendar-days";
import { storeCloses } from "~/models/price.server";
import { readOverview } from "~/services/people/dashboard.server";
import { readFeed } from "~/services/feeds/published-feeds.server";
import { findDifferences } from "~/services/recommendations/engines.server";
import { momentumEngine } from "~/services/recommendations/momentum.server";
import { sentimentEngine } from "~/services/recommendations/sentiment.server";
import { serializeMomentum, serializeSentiment } from "~/presenters/recommendations";
import { useDatabase } from "../../setup/database";
import { addUser } from "../../setup/people";
import { importMomentumCloses } from "../../setup/recommendations";
import { argsFor, load, render as read, wordsOf } from "../../setup/routes";

useDatabase({ isKept: true });

const now = new Date();
const yesterday = addDays(dayOf(now), -1);
const RISK = "Below $0.98 USDT is not cash: the";
const closeAt = (close: number) => storeCloses("import", "USDT", [{ day: yesterday, close }]);

type Made = Awaited<ReturnType<typeof makeBoth>>;
const makeBoth = async () => ({
  momentum: await momentumEngine.make(now),
  sentiment: await sentimentEngine.make(now),
});
let well: Made;
let low: Made;

beforeAll(async () => {
  await importMomentumCloses(now);
  await closeAt(0.98);
  well = await makeBoth();
  await closeAt(0.9799);
  low = await makeBoth();
});

const momentumPage = async (id: string) =>
  read(MomentumPage, await load(loadMomentum, `/momentum/${id}`, { params: { id } }));
const sentimentPage = async (id: string) =>
  read(SentimentPage, await load(loadSentiment, `/sentiment/${id}`, { params: { id } }));

describe("the text of a recommendation", () => {
  test("names the share that is at risk", () => {
    expect(low.momentum.rationale).toContain(
      `Peg warning: USDT closed at $0.9799 on ${yesterday}, more than 1% off $1. ` +
        `${RISK} ${low.momentum.allocation.USDT}% in it is at risk as well.`,
    );
    expect(low.sentiment.rationale).toContain(
      `USDT closed at $0.9799 on ${yesterday} (imported closes). ${RISK} 100% in it is at risk as well.`,
    );
  });

  test("does not mention it at $0.98", () => {
    expect(well.momentum.rationale).not.toContain("not cash");
    expect(well.sentiment.rationale).not.toContain("USDT closed");
  });
});

describe("the page of a recommendation", () => {
  test("says that USDT is not cash above the numbers and beside them", async () => {
    for (const page of [
      await momentumPage(low.momentum.id),
      await sentimentPage(low.sentiment.id),
    ]) {
      const words = wordsOf(page);
      expect(words).toContain("USDT is not cash");
      expect(words).toContain("USDT, not cash closed at $0.9799");
      expect(words).toContain(RISK);
      expect(words).not.toContain("off its peg");
    }
  });

  test("does not say so at $0.98", async () => {
    const momentum = wordsOf(await momentumPage(well.momentum.id));
    expect(momentum).toContain("USDT was off its peg");
    expect(momentum).not.toContain("not cash");
    expect(wordsOf(await sentimentPage(well.sentiment.id))).not.toContain("not cash");
  });
});

test("lists say that USDT is not cash", async () => {
  const overview = await readOverview(await addUser());
  const front = await readFrontPage(argsFor("/"));
  const lists: Record<string, () => React.JSX.Element> = {
    cards: () => <MomentumCard recommendation={serializeMomentum(low.momentum)} />,
    table: () => <MomentumTable items={[serializeMomentum(low.momentum)]} />,
    sentiment: () => <SentimentCard recommendation={serializeSentiment(low.sentiment)} />,
    dashboard: () => <Recommendations {...overview} view="cards" />,
    "dashboard as a table": () => <Recommendations {...overview} view="table" />,
    "front page": () => <Engines {...front.engines} />,
  };
  for (const [name, List] of Object.entries(lists)) {
    expect(wordsOf(read(List)), name).toMatch(/USDT \(not cash\)\s\d+%/);
  }
  const formerly = () => <MomentumCard recommendation={serializeMomentum(well.momentum)} />;
  expect(wordsOf(read(formerly))).not.toContain("not cash");
});

test("the bar says so to screen readers", () => {
  const card = read(() => <SentimentCard recommendation={serializeSentiment(low.sentiment)} />);
  expect(card).toContain('aria-label="Allocation: USDT (not cash) 100%"');
});

test.each(["momentum", "sentiment"] as const)("the feed of %s says so", async (engine) => {
  const { entries } = await readFeed(engine);
  const { id } = low[engine];
  const entry = entries.find(({ path }) => path === `/${engine}/${id}`);
  expect(entry?.title).toMatch(/USDT \(not cash\) \d+%$/);
});

test("the check of a recommendation finds no differences", async () => {
  for (const { id } of [...Object.values(low), ...Object.values(well)]) {
    expect(await findDifferences(id)).toEqual([]);
  }
});
