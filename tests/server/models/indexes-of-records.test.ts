/** Query plans of what has rows of its own: applications, closes, events, recommendations and mentions. */
import { expect, test } from "vitest";
import { dayOf } from "~/domain/calendar-days";
import { decodeCursor } from "~/domain/cursor";
import * as events from "~/models/event.server";
import * as mentions from "~/models/mention.server";
import * as applications from "~/models/membership-application.server";
import * as prices from "~/models/price.server";
import * as inputs from "~/models/recommendation-inputs.server";
import * as recommendations from "~/models/recommendation.server";
import * as scheduled from "~/models/scheduled-recommendation.server";
import { useDatabase } from "../../setup/database";
import { expectIndexed, needsMongoPlans } from "../../setup/plans";
import { sentimentOf } from "../../setup/recommendations";
import { atMinute, idOf } from "../../setup/rows";

useDatabase();
needsMongoPlans();

const ROWS = 200;
const numbers = Array.from({ length: ROWS }, (_, i) => i + 1);
const user = idOf(1);

test("open applications are read along an index", async () => {
  await applications.importApplications(
    numbers.map((number) => ({
      id: idOf(number),
      userId: idOf(number),
      name: "Mara",
      statement: "A text.",
      openedAt: atMinute(0),
      closesAt: atMinute(Math.floor(number / 5)),
      closedAt: null,
      needed: 3,
      votes: [],
      carriedOut: false,
      status: number % 2 ? ("pending" as const) : ("undecided" as const),
    })),
  );
  const now = atMinute(0);
  await expectIndexed(() => applications.listOpenApplications({ limit: 10, now }), 11);
  const { next } = await applications.listOpenApplications({ limit: 40, now });
  const place = decodeCursor(next ?? "");
  const ties = 3;
  for (const from of [{ after: place }, { before: place }]) {
    const list = { limit: 10, now, ...from };
    await expectIndexed(() => applications.listOpenApplications(list), 11 + ties);
  }
  await expectIndexed(() => applications.countOpenApplications(now, 50), ROWS / 2);
  await expectIndexed(() => applications.listExpired(now, 10), 3);
  await expectIndexed(() => applications.listAwaitingAdmission(10), 0);
});

test("the closes of assets are read along an index", async () => {
  const assets = ["BTC", "SOL", "USDT"];
  const days = Array.from({ length: 20 }, (_, i) => `2026-01-${String(i + 11)}`);
  const closes = assets.flatMap((asset) => days.map((day) => ({ asset, day, close: 1 })));
  await prices.storeAssetCloses("coinbase", closes);
  await prices.storeAssetCloses("kraken", closes);
  const span = { from: "2026-01-12", to: "2026-01-16" };
  const read = () => prices.readCloses({ source: "kraken", assets: ["SOL", "BTC"], ...span });
  await expectIndexed(read, 2 * 5);
  expect([...(await read()).values()].map(({ length }) => length)).toEqual([5, 5]);
  await expectIndexed(() => prices.lastDay("kraken", "SOL"), 1);
  const before = () => prices.readClosesBefore({ source: "kraken", asset: "SOL" }, "2026-01-20", 5);
  await expectIndexed(before, 5);
  expect((await before()).map(({ day }) => day)).toEqual(days.slice(4, 9));
  const elsewhere = () => prices.readClosesOfSources("SOL", ["coinbase", "kraken"], span);
  await expectIndexed(elsewhere, 2 * 5);
  expect([...(await elsewhere())]).toEqual(days.slice(1, 6).map((day) => [day, [1, 1]]));
});

test("events are listed, shortened, removed and reassigned along an index", async () => {
  await events.addEvents(
    numbers.map((number): events.StoredEvent => ({
      at: atMinute(number),
      requestId: null,
      count: 1,
      details: {},
      user: idOf(number % 4),
      kind: number % 2 ? "sign-in" : "sign-in-failed",
      level: number % 2 ? "info" : "warn",
      address: "192.0.2.1",
      hasWholeAddress: number > ROWS / 2,
    })),
  );
  const [first] = await events.listEvents({}, 1);
  const before = first!.id;
  const lists = [{}, { kind: "sign-in" as const }, { user }, { before }, { user, before }];
  for (const filter of lists) await expectIndexed(() => events.listEvents(filter, 10), 11);
  await expectIndexed(() => events.listEvents({ user, kind: "sign-in-failed" }, 10), ROWS / 2);
  const shorten = (address: string) => address;
  await expectIndexed(() => events.shortenAddresses(atMinute(0), shorten, 10), 0);
  await expectIndexed(() => events.shortenAddresses(atMinute(1000), shorten, 10), 10);
  await expectIndexed(() => events.removeOldestEvents("warn", ROWS / 2 - 10, 5), ROWS / 2);
  await expectIndexed(() => events.reassignEvents(user, idOf(77), 10), 10);
});

test("recommendations are listed, counted and found along an index", async () => {
  const COUNT = 40;
  for (const number of numbers.slice(0, COUNT)) {
    const row = await recommendations.addRecommendation<"sentiment">(idOf(number), {
      ...sentimentOf(atMinute(number * 60)),
      isScheduled: true,
      inputs: 0,
    });
    await scheduled.recordScheduled(row);
  }
  const row = (await recommendations.findRecommendation("sentiment", idOf(20)))!;
  await expectIndexed(() => recommendations.listRecommendations("sentiment", { limit: 10 }), 11);
  const after = { id: row.id, value: row.createdAt.getTime() };
  await expectIndexed(
    () => recommendations.listRecommendations("sentiment", { limit: 10, after }),
    12,
  );
  await expectIndexed(() => recommendations.countRecommendations("sentiment"), COUNT);
  await expectIndexed(() => recommendations.findRecommendation("sentiment", idOf(20)), 1);
  await expectIndexed(() => recommendations.findListed("sentiment", [idOf(20), idOf(999)]), 1);
  await expectIndexed(() => recommendations.findFullRecommendations([idOf(20), idOf(999)]), 1);
  await expectIndexed(() => recommendations.findPseudonymKeys([idOf(20), idOf(999)]), 1);
  await expectIndexed(() => recommendations.listInputCounts(idOf(0), 3), 3);
  // The explained query does not stop at the first match.
  await expectIndexed(() => recommendations.hasRecommendations("sentiment"), COUNT);
  await expectIndexed(() => recommendations.findNewest("sentiment"), COUNT);
  await expectIndexed(() => recommendations.findNewest("sentiment", "2026-01-01"), 0);
  await expectIndexed(() => recommendations.findNeighbours(row), COUNT / 2 + 1);
  await expectIndexed(() => recommendations.tokensInUse(), COUNT);
  await expectIndexed(() => scheduled.listScheduled("sentiment", 2), 2);
  await expectIndexed(() => scheduled.findScheduledOf([row]), 1);
  await expectIndexed(() => scheduled.findNewestScheduled("sentiment"), 1);
  await expectIndexed(() => scheduled.findScheduled("sentiment", dayOf(atMinute(0))), 1);
});

test("the inputs of a recommendation and abandoned drafts are read along an index", async () => {
  for (const number of [1, 2]) {
    await inputs.openDraft(idOf(number));
    await inputs.storeInputs(
      idOf(number),
      Array.from({ length: 3 * inputs.ROWS_PER_CHUNK }, () => ({})),
    );
  }
  await expectIndexed(
    () => inputs.readInputs(idOf(1), inputs.ROWS_PER_CHUNK, 2 * inputs.ROWS_PER_CHUNK),
    1,
  );
  await expectIndexed(() => inputs.listDrafts(atMinute(1), 10), 0);
  await expectIndexed(() => inputs.listDrafts(new Date(Date.now() + 1_000), 1), 1);
});

test("mentions in a window, and those of another method, are read along an index", async () => {
  await mentions.importMentions(
    numbers.map((number) => ({
      token: "BTC",
      p: 0,
      author: user,
      kind: "comment" as const,
      document: idOf(number),
      createdAt: atMinute(Math.floor(number / 5)).getTime(),
      method: number % 40 ? "6" : "5",
      sketch: [],
    })),
  );
  const window = { from: atMinute(10), to: atMinute(30) };
  await expectIndexed(async () => {
    let read = 0;
    for await (const _ of mentions.readMentions(window)) read += 1;
    expect(read).toBe(100);
  }, 100);
  await expectIndexed(() => mentions.findOutdatedMentions(window, "6", 10), 5);
  await expectIndexed(() => mentions.findOutdatedMentions(window, "5", 10), 10);
  await expectIndexed(() => mentions.findMentionsOf([idOf(7), idOf(8), idOf(999)]), 2);
  await expectIndexed(() => mentions.findTokensOf([idOf(7), idOf(8), idOf(999)]), 2);
});
