import mongoose from "mongoose";
import { beforeEach, describe, expect, test } from "vitest";
import { addDays, type Day } from "~/domain/calendar-days";
import { SAMPLE_CONTENT, writeSetting } from "~/models/setting.server";
import { closesVersion, readCloses, storeCloses } from "~/models/price.server";
import type { PriceSourceName } from "~/domain/price-sources";
import {
  closesOf,
  lastCloseBefore,
  updateSamplePrices,
  pricesForMomentum,
} from "~/services/prices/prices.server";
import { onEvent, storeCollectedEvents } from "~/services/events/events.server";
import { updatePrices, updatePricesDaily } from "~/services/prices/update.server";
import { collection, useDatabase } from "../../setup/database";
import {
  answeredCloses,
  broken,
  candleOf,
  coinbaseRow,
  coinbaseUntil,
  daysFrom,
  hang,
  hasty,
  html,
  json,
  krakenUntil,
  patience,
  priceOf,
  usePriceProviders,
  type Behaviour,
} from "../../setup/price-provider";

useDatabase();

const TODAY = "2026-03-10";
const YESTERDAY = "2026-03-09";
const now = new Date(`${TODAY}T12:34:56Z`);
const { servers, providers } = usePriceProviders(TODAY);

const rows = () => collection("prices");

async function store(
  source: PriceSourceName,
  { until = YESTERDAY, days = 32, assets = ["BTC", "SOL", "USDT"], close = 10 } = {},
) {
  for (const asset of assets) {
    const closes = daysFrom(addDays(until, 1 - days), until).map((day) => ({ day, close }));
    await storeCloses(source, asset, closes);
  }
}

const forMomentum = (options = {}) => pricesForMomentum(now, { providers, patience, ...options });
const asked = () => [servers.coinbase.asked.length, servers.kraken.asked.length];
const about = (req: { url?: string }, pair: string) => req.url?.includes(pair) ?? false;

describe("prices for a momentum recommendation", () => {
  test("come from the first provider if it has all, and are stored", async () => {
    const { source, inputs } = await forMomentum();
    expect(source.name).toBe("coinbase");
    expect(inputs.asOf).toBe(YESTERDAY);
    expect(inputs.closes.SOL).toEqual(
      answeredCloses("SOL-USD", addDays(YESTERDAY, -30), YESTERDAY),
    );
    expect(asked()).toEqual([3, 0]);

    expect(await forMomentum()).toEqual({ source, inputs });
    expect(asked(), "not asked again").toEqual([3, 0]);
  });

  test.each([
    ["a status", broken],
    ["bad numbers", json([coinbaseRow(YESTERDAY, -4)])],
  ])("are all of the second if the first fails for one asset with %s", async (_what, failing) => {
    servers.coinbase.behave = (req, res) =>
      (about(req, "SOL-USD") ? failing : coinbaseUntil(TODAY))(req, res);
    const { source, inputs } = await forMomentum({ patience: hasty });
    expect(source.name).toBe("kraken");
    const [bitcoin, sol] = [inputs.closes.BTC.at(-1)?.close, inputs.closes.SOL.at(-1)?.close];
    expect(bitcoin).toBe(priceOf("XBTUSD", YESTERDAY));
    expect(sol).toBe(priceOf("SOLUSD", YESTERDAY));
  });

  test("are the stored ones, up to two days old, if no provider responds", async () => {
    servers.coinbase.behave = servers.kraken.behave = broken;
    await store("kraken", { until: "2026-03-08" });
    const { source, inputs } = await forMomentum();
    expect(source.name).toBe("kraken");
    expect(inputs.asOf).toBe("2026-03-08");
    expect(inputs.closes.BTC.at(-1)?.day).toBe("2026-03-08");
    await rows().deleteMany({ day: "2026-03-08" });
    await expect(forMomentum(), "of three days ago").rejects.toMatchObject({ kind: "unavailable" });
  });

  test("leave out an asset whose last close is three days old", async () => {
    await store("import", { until: "2026-03-08", assets: ["BTC", "USDT"] });
    await store("import", { until: "2026-03-07", assets: ["SOL"] });
    const { inputs } = await forMomentum({ providers: [] });
    expect(inputs.closes.SOL).toEqual([]);
    expect(inputs.closes.BTC).not.toEqual([]);
  });

  test("are of a provider that responds, else of stored closes of a provider, else of imported ones", async () => {
    await store("import");
    servers.coinbase.behave = broken;
    await store("coinbase", { until: "2026-03-08" });
    expect((await forMomentum()).source.name).toBe("kraken");
    await rows().deleteMany({ source: "kraken" });
    servers.kraken.behave = broken;
    expect((await forMomentum()).source.name).toBe("coinbase");
    await rows().deleteMany({ source: "coinbase" });
    expect((await forMomentum()).source.name).toBe("import");
  });

  test("fail if there are none, with the reasons as cause and nothing stored", async () => {
    servers.coinbase.behave = hang;
    servers.kraken.behave = html;
    const asking = forMomentum({ patience: hasty });
    await expect(asking).rejects.toMatchObject({
      name: "ServiceError",
      kind: "unavailable",
      message: "Failed to generate momentum recommendation",
      cause: { message: expect.stringContaining("BTC: Coinbase Exchange no answer within 0.4 s") },
    });
    await expect(asking).rejects.toMatchObject({
      cause: { message: expect.stringContaining("USDT: Kraken answered with something that") },
    });
    expect(await rows().countDocuments()).toBe(0);
    servers.coinbase.behave = coinbaseUntil(TODAY);
    expect((await forMomentum()).source.name, "the next time").toBe("coinbase");
  });
});

describe("with sample content", () => {
  beforeEach(() => writeSetting(SAMPLE_CONTENT, "filled"));

  test("imported prices come first, and those of a provider are not used", async () => {
    await updateSamplePrices(now);
    await store("coinbase");
    expect((await forMomentum()).source.name).toBe("sample");
    await store("import");
    expect((await forMomentum()).source.name).toBe("import");
  });

  test("sample prices are extended daily, and existing ones do not change", async () => {
    await updateSamplePrices(new Date("2026-03-07T00:00:00Z"));
    const version = await closesVersion();
    const first = await rows().find().sort({ asset: 1, day: 1 }).toArray();
    await updateSamplePrices(new Date("2026-03-07T23:00:00Z"));
    expect(await closesVersion(), "nothing was written").toBe(version);
    await updateSamplePrices(now);
    const after = await rows().find().sort({ asset: 1, day: 1 }).toArray();
    expect(after.filter(({ day }) => day <= "2026-03-06")).toEqual(first);
    const bitcoin = after.filter(({ asset }) => asset === "BTC").map(({ day }) => day as string);
    expect(bitcoin).toEqual(daysFrom(bitcoin[0] ?? "", YESTERDAY));
  });
});

test("closes of some tokens are of one source, the one with the most", async () => {
  const from = "2026-03-01";
  const closes = (symbols: string[], preferred?: PriceSourceName) =>
    closesOf(symbols, from, YESTERDAY, { preferred });
  await store("coinbase", { assets: ["BTC"], close: 1 });
  await store("import", { assets: ["BTC", "SOL"], close: 2, days: 9 });
  const found = await closes(["BTC", "SOL"]);
  expect(found?.source.name).toBe("import");
  expect([...(found?.closes ?? [])].map(([symbol, list]) => [symbol, list.length])).toEqual([
    ["BTC", 9],
    ["SOL", 9],
  ]);
  expect((await closes(["BTC", "ADA"]))?.source.name).toBe("coinbase");
});

test("the last close before a day is within the week before it, from the source with the most closes of that week", async () => {
  const last = () => lastCloseBefore("USDT", TODAY);
  expect(await last()).toBeNull();
  await store("import", { until: "2026-03-02", days: 5 });
  expect(await last(), "of eight days ago").toBeNull();
  await store("kraken", { until: "2026-03-03", days: 1, close: 0.9 });
  expect(await last()).toMatchObject({ day: "2026-03-03", close: 0.9 });
  await store("import", { until: TODAY, days: 4, close: 0.95 });
  expect(await last()).toMatchObject({
    day: YESTERDAY,
    close: 0.95,
    source: { label: "imported closes" },
  });
});

describe("an update", () => {
  const update = (options = {}) => updatePrices({ now, providers, patience, days: 40, ...options });

  test("fetches the missing closes of every token in use, from one provider if it has all", async () => {
    await collection("recommendations").insertOne({ tokens: ["ETH", "USDT"] });
    const report = await update();
    expect(report).toEqual({
      isSample: false,
      assets: ["BTC", "SOL", "USDT", "ETH"],
      changes: 4 * 40,
      failures: [],
      refused: [],
      moreRefused: 0,
      behind: [],
      untraded: [],
    });
    expect(asked()).toEqual([4, 0]);
  });

  test("fetches only from the first missing day on", async () => {
    await update();
    servers.coinbase.asked.length = 0;
    expect((await update()).changes).toBe(0);
    expect(asked(), "nothing is missing").toEqual([0, 0]);
    await rows().deleteMany({ asset: "SOL", day: { $in: ["2026-03-01", YESTERDAY] } });
    expect((await update()).changes).toBe(2);
    expect(servers.coinbase.asked.map(({ searchParams }) => searchParams.get("start"))).toEqual([
      "2026-03-01T00:00:00.000Z",
    ]);
  });

  const without =
    (...days: Day[]): Behaviour =>
    (req, res) => {
      const url = new URL(req.url ?? "/", "http://localhost");
      const [from = "", to = ""] = ["start", "end"].map((name) =>
        url.searchParams.get(name)?.slice(0, 10),
      );
      const known = daysFrom(from, to).filter((day) => !days.includes(day));
      const product = url.pathname.split("/")[2] ?? "";
      json(known.map((day) => coinbaseRow(day, priceOf(product, day))))(req, res);
    };

  test("does not fail for a day without a close, and does not fetch it each time", async () => {
    servers.coinbase.behave = without("2026-03-01");
    const expectAllWell = async () =>
      expect(await update()).toMatchObject({ failures: [], behind: [] });
    await expectAllWell();
    expect(asked()).toEqual([3, 0]);
    await expectAllWell();
    await forMomentum();
    expect(asked(), "nothing is asked again").toEqual([3, 0]);
    await collection("settings").deleteMany({});
    await expectAllWell();
    expect(asked(), "answered with nothing at all").toEqual([6, 0]);
    await expectAllWell();
    expect(asked()).toEqual([6, 0]);
    // A missing close may be published later, so it is fetched again after a month.
    await mongoose.connection
      .collection<{ _id: string }>("settings")
      .updateMany({ _id: /^days without/ }, { $set: { "value.since": "2026-01-01" } });
    servers.coinbase.behave = coinbaseUntil(TODAY);
    expect((await update()).changes).toBe(3);
  });

  test("reports tokens that no provider trades separately, and completes without them", async () => {
    await collection("recommendations").insertOne({ tokens: ["USDC"] });
    const report = await update({ providers: providers.slice(0, 1) });
    expect(report).toMatchObject({ failures: [], behind: [], untraded: ["USDC"] });
    expect(report.assets).toEqual(["BTC", "SOL", "USDT"]);
  });

  test("fetches all tokens from the second provider when the first lacks one", async () => {
    servers.coinbase.behave = (req, res) =>
      (about(req, "SOL") ? broken : coinbaseUntil(TODAY))(req, res);
    const report = await update();
    expect(report.failures).toEqual([
      { source: "coinbase", asset: "SOL", reason: "answered with status 503" },
    ]);
    expect(report.behind).toEqual([]);
    expect((await closesOf(["BTC", "SOL"], "2026-03-01", YESTERDAY))?.source.name).toBe("kraken");
  });

  test("runs once a day in one process, and again after a failure", async () => {
    const daily = (at = now) =>
      updatePricesDaily(undefined, { now: at, providers, patience, days: 40 });
    servers.coinbase.behave = servers.kraken.behave = broken;
    expect((await daily())?.behind).toEqual(["BTC", "SOL", "USDT"]);
    expect(await daily(), "within the hour").toBeNull();
    const nextHour = () => collection("job-locks").deleteMany({});
    await nextHour();
    servers.coinbase.behave = coinbaseUntil(TODAY);
    const both = await Promise.all([daily(), daily()]);
    expect(both.filter((report) => report !== null)).toMatchObject([{ behind: [] }]);
    await nextHour();
    expect(await daily(), "on the same day").toBeNull();
    await nextHour();
    expect(await daily(new Date("2026-03-11T00:30:00Z")), "on the next").not.toBeNull();
  });
});

describe("an implausible close", () => {
  const update = (options = {}) => updatePrices({ now, providers, patience, days: 40, ...options });
  const [onlyCoinbase, BEFORE] = [() => providers.slice(0, 1), "2026-03-08"];
  /** The usual prices, except for SOL on some days. */
  const solAt =
    (closes: Record<Day, number>) =>
    (pair: string, day: Day): number =>
      (pair.startsWith("SOL") ? closes[day] : undefined) ?? priceOf(pair, day);
  const solCloses = async (source: PriceSourceName = "coinbase") =>
    new Map(
      (await readCloses({ source, assets: ["SOL"], from: "2026-03-07", to: YESTERDAY }))
        .get("SOL")
        ?.map(({ day, close }) => [day, close]),
    );
  const rising = 1.5 * priceOf("SOL-USD", YESTERDAY);

  test("is reported and not stored, and the next provider is queried for all tokens", async () => {
    servers.coinbase.behave = coinbaseUntil(TODAY, solAt({ [YESTERDAY]: rising }));
    const events: unknown[] = [];
    const stop = onEvent((event) => events.push(event));
    const report = await update();
    await storeCollectedEvents();
    stop();
    const reason = expect.stringMatching(
      /^193\.5 is 1\.51 times more than 128 on 2026-03-08: at most 1\.28 times is .*another source has 128$/,
    ) as string;
    expect(report).toMatchObject({ failures: [], behind: [], moreRefused: 0 });
    expect(report.refused).toEqual([
      { source: "coinbase", asset: "SOL", day: YESTERDAY, close: rising, reason },
    ]);
    expect([...(await solCloses()).keys()]).toEqual(["2026-03-07", BEFORE]);
    expect((await solCloses("kraken")).get(YESTERDAY)).toBe(priceOf("SOLUSD", YESTERDAY));
    expect(asked(), "once to compare, and then for each token").toEqual([3, 4]);
    expect(events).toMatchObject([
      {
        level: "warn",
        event: "closes-refused",
        source: "coinbase",
        asset: "SOL",
        closes: 1,
        day: YESTERDAY,
        reason,
      },
    ]);
  });

  test("is accepted if the other provider's close is within 3 %", async () => {
    servers.coinbase.behave = coinbaseUntil(TODAY, solAt({ [YESTERDAY]: rising }));
    servers.kraken.behave = krakenUntil(TODAY, solAt({ [YESTERDAY]: rising / 1.029 }));
    expect(await update()).toMatchObject({ refused: [], behind: [] });
    expect((await solCloses()).get(YESTERDAY)).toBe(rising);
    expect(servers.kraken.asked.map(({ search }) => search)).toEqual([
      // The day before the doubted one, because Kraken returns what comes after `since`.
      "?pair=SOLUSD&interval=1440&since=1772928000",
    ]);
    expect(await rows().countDocuments({ source: "kraken" }), "only compared with").toBe(0);
  });

  test("is stored if it is forced, even if it would not be fetched again", async () => {
    servers.coinbase.behave = coinbaseUntil(TODAY, solAt({ "2026-03-07": rising }));
    await update({ providers: onlyCoinbase() });
    const forced = new Set(["SOL 2026-03-07"]);
    expect(await update({ providers: onlyCoinbase(), forced })).toMatchObject({ changes: 1 });
    expect((await solCloses()).get("2026-03-07")).toBe(rising);
  });

  test("of a crash is stored at once with the candle that shows the fall, by which the next is judged", async () => {
    const crash = priceOf("SOL-USD", BEFORE) / 3;
    const candle = { ...candleOf(crash), high: priceOf("SOL-USD", BEFORE) };
    const span = { from: addDays(TODAY, -40), to: YESTERDAY };
    const closes = daysFrom(span.from, span.to).map((day) =>
      day === YESTERDAY
        ? coinbaseRow(day, crash, candle)
        : coinbaseRow(day, priceOf("SOL-USD", day)),
    );
    servers.coinbase.behave = (req, res) =>
      (about(req, "SOL") ? json(closes) : coinbaseUntil(TODAY))(req, res);
    expect(await update({ providers: onlyCoinbase() })).toMatchObject({ refused: [], behind: [] });
    expect((await rows().findOne({ asset: "SOL", day: YESTERDAY }))?.candle).toEqual(candle);
    const tomorrow = "2026-03-11";
    const rebound = { low: crash, high: 3 * crash, open: crash, volume: 1 };
    closes.push(coinbaseRow(TODAY, 2.5 * crash, rebound));
    const options = { providers: onlyCoinbase(), now: new Date(`${tomorrow}T01:00:00Z`) };
    servers.coinbase.behave = (req, res) =>
      (about(req, "SOL") ? json(closes) : coinbaseUntil(tomorrow))(req, res);
    expect(await update(options)).toMatchObject({ refused: [], behind: [] });
  });
});
