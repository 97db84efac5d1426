/** USDT below $0.98 does not count as cash, and every place that shows an allocation says so. */
import { createRemixStub } from "@remix-run/testing";
import type { ComponentType } from "react";
import { renderToString } from "react-dom/server";
import mongoose, { Types } from "mongoose";
import { beforeAll, describe, expect, test } from "vitest";
import { MomentumCard } from "~/routes/momentum/momentum-card";
import { MomentumTable } from "~/routes/momentum/momentum-table";
import { NewestRecommendations } from "~/routes/_index/newest-recommendations";
import { readFrontPage } from "~/routes/_index/front-page.server";
import { Recommendations } from "~/routes/dashboard/recommendations";
import MomentumPage, { loader as loadMomentum } from "~/routes/momentum/recommendation";
import { SentimentCard } from "~/routes/sentiment/sentiment-card";
import SentimentPage, { loader as loadSentiment } from "~/routes/sentiment/recommendation";
import { addDays, dayOf } from "~/domain/calendar-days";
import { storeCloses } from "~/models/price.server";
import { readOverview } from "~/services/people/dashboard.server";
import { readFeed } from "~/services/feeds/published-feeds.server";
import { makeMomentum } from "~/services/recommendations/momentum.server";
import { findDifferences } from "~/services/recommendations/reproduce.server";
import { makeSentiment } from "~/services/recommendations/sentiment.server";
import { serializeMomentum, serializeSentiment } from "~/services/recommendations/serializers";
import { expectConsoleError } from "../../setup/console";
import { useDatabase } from "../../setup/database";
import { addUser } from "../../setup/people";
import { importMomentumCloses } from "../../setup/recommendations";

useDatabase({ isKept: true });

const now = new Date();
const yesterday = addDays(dayOf(now), -1);
const RISK = "Below $0.98 USDT is not cash: the";
const closeAt = (close: number) => storeCloses("import", "USDT", [{ day: yesterday, close }]);

type Made = Awaited<ReturnType<typeof makeBoth>>;
const makeBoth = async () => ({
  momentum: await makeMomentum(now),
  sentiment: await makeSentiment(now),
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

/** The text of markup. */
const wordsOf = (markup: string) =>
  markup
    .replaceAll("<!-- -->", "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");

function read(Component: ComponentType, data: unknown = null): string {
  expectConsoleError(/useLayoutEffect does nothing on the server/);
  const loader = () => null;
  const Stub = createRemixStub([{ id: "page", path: "/", Component, loader }]);
  const page = JSON.parse(JSON.stringify(data)) as unknown;
  return renderToString(<Stub hydrationData={{ loaderData: { page } }} />);
}

const args = (id: string) => ({
  request: new Request("https://site.example/"),
  params: { id },
  context: {} as never,
});
const momentumPage = async (id: string) => read(MomentumPage, await loadMomentum(args(id)));
const sentimentPage = async (id: string) => read(SentimentPage, await loadSentiment(args(id)));

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
  const front = await readFrontPage({ context: {} as never });
  const lists: Record<string, () => React.JSX.Element> = {
    cards: () => <MomentumCard recommendation={serializeMomentum(low.momentum)} />,
    table: () => <MomentumTable items={[serializeMomentum(low.momentum)]} />,
    sentiment: () => <SentimentCard recommendation={serializeSentiment(low.sentiment)} />,
    dashboard: () => <Recommendations {...overview} view="cards" />,
    "dashboard as a table": () => <Recommendations {...overview} view="table" />,
    "front page": () => <NewestRecommendations {...front} />,
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

const recommendations = () => mongoose.connection.collection("recommendations");
const alter = (id: string, update: object) =>
  recommendations().updateOne({ _id: new Types.ObjectId(id) }, update);

describe("the check of a recommendation", () => {
  test("finds no differences", async () => {
    for (const { id } of [...Object.values(low), ...Object.values(well)]) {
      expect(await findDifferences(id)).toEqual([]);
    }
  });

  test.each([
    ["another close", { "facts.notCash.close": 0.9 }],
    ["a close that is cash", { "facts.notCash.close": 0.99 }],
    ["another day", { "facts.notCash.day": "2020-01-01" }],
    ["null", { "facts.notCash": null }],
  ])("reports the fact replaced by %s", async (_what, $set) => {
    for (const { id } of Object.values(await makeBoth())) {
      await alter(id, { $set });
      expect(await findDifferences(id)).not.toEqual([]);
    }
  });

  test("reports a fact that was added", async () => {
    for (const { id } of Object.values(well)) {
      await alter(id, { $set: { "facts.notCash": { day: yesterday, close: 0.5, source: "a" } } });
      expect(await findDifferences(id)).not.toEqual([]);
    }
  });
});
