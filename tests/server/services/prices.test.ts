/** Fetching closes, with local servers that behave like the price providers. */
import mongoose from "mongoose";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { addDays, type Day } from "~/domain/calendar-days";
import { findToken, type Token } from "~/domain/tokens";
import { SAMPLE_CONTENT, writeSetting } from "~/models/setting.server";
import { closesVersion, readCloses, storeCloses } from "~/models/price.server";
import type { PriceSourceName } from "~/domain/price-sources";
import {
  closesOf,
  lastCloseBefore,
  updateSamplePrices,
  pricesForMomentum,
} from "~/services/prices/prices.server";
import { FetchJsonError, createFetchJson, type FetchTimeouts } from "~/services/fetch-json.server";
import { coinbase } from "~/services/prices/coinbase.server";
import { kraken } from "~/services/prices/kraken.server";
import type { PriceProvider } from "~/services/prices/provider.server";
import { configuredProviders } from "~/services/prices/providers.server";
import { onEvent, storeCollectedEvents } from "~/services/events/events.server";
import { updatePrices, updatePricesDaily } from "~/services/prices/update.server";
import { useDatabase } from "../../setup/database";
import {
  coinbaseRow,
  coinbaseUntil,
  daysFrom,
  json,
  krakenBody,
  krakenRow,
  krakenUntil,
  priceOf,
  startPriceServer,
  type Behaviour,
  type PriceServer,
} from "../../setup/price-provider";

useDatabase();

const TODAY = "2026-03-10";
const YESTERDAY = "2026-03-09";
const now = new Date(`${TODAY}T12:34:56Z`);
/** Timeouts for a busy machine. `hasty` is for responses that never come. */
const patience: FetchTimeouts = { callMs: 4000, allMs: 12_000, againMs: 5 };
const hasty: FetchTimeouts = { ...patience, callMs: 800 };

let servers: { coinbase: PriceServer; kraken: PriceServer };
let providers: PriceProvider[];

beforeAll(async () => {
  servers = {
    coinbase: await startPriceServer(coinbaseUntil(TODAY)),
    kraken: await startPriceServer(krakenUntil(TODAY)),
  };
  providers = [
    { ...coinbase(servers.coinbase.address), pauseMs: 0 },
    { ...kraken(servers.kraken.address), pauseMs: 0 },
  ];
});
beforeEach(() => {
  servers.coinbase.behave = coinbaseUntil(TODAY);
  servers.kraken.behave = krakenUntil(TODAY);
  for (const { asked } of Object.values(servers)) asked.length = 0;
});
afterAll(() => Promise.all(Object.values(servers).map((server) => server.close())));

const token = (symbol: string) => findToken(symbol) as Token;
const rows = () => mongoose.connection.collection("prices");
const ask = () => createFetchJson(hasty, new AbortController().signal);
const hang: Behaviour = () => {};
const broken: Behaviour = (_req, res) => res.writeHead(503).end("no");
const html: Behaviour = (_req, res) =>
  res.writeHead(200, { "Content-Type": "text/html" }).end("<!doctype html><p>Checking you");

/** Responds with `first` to the first request, and with `then` to all others. */
const firstThen = (first: Behaviour, then: Behaviour): Behaviour => {
  let count = 0;
  return (req, res) => (++count === 1 ? first : then)(req, res);
};

const SPAN = { from: "2026-03-06", to: YESTERDAY };
const expected = (pair: string, days: Day[]) =>
  days.map((day) => ({ day, close: priceOf(pair, day) }));

describe.each(["coinbase", "kraken"] as const)("%s", (name) => {
  const provider = () => providers.find((one) => one.name === name) as PriceProvider;
  const server = () => servers[name];
  const read = () => provider().closes(token("BTC"), SPAN, ask());
  const pair = name === "coinbase" ? "BTC-USD" : "XBTUSD";
  const good = () => (name === "coinbase" ? coinbaseUntil : krakenUntil)(TODAY);
  /** A response with these closes in this order. */
  const answer = (closes: [Day, number | string][]) =>
    name === "coinbase"
      ? json(closes.map(([day, close]) => coinbaseRow(day, close as number)))
      : json(krakenBody(closes.map(([day, close]) => krakenRow(day, close))));

  test("returns closes of past days, oldest first", async () => {
    expect(await read()).toEqual(expected(pair, daysFrom(SPAN.from, SPAN.to)));
  });

  test("sends the documented request", async () => {
    await read();
    const [url] = server().asked;
    expect(`${url?.pathname}${url?.search}`).toBe(
      name === "coinbase"
        ? "/products/BTC-USD/candles?granularity=86400" +
            "&start=2026-03-06T00%3A00%3A00.000Z&end=2026-03-09T23%3A59%3A59.000Z"
        : "/0/public/OHLC?pair=XBTUSD&interval=1440&since=1772668800",
    );
  });

  test("may return days in any order, omit one, and include the current one", async () => {
    server().behave = answer([
      [TODAY, 5],
      ["2026-03-07", 2.5],
      [YESTERDAY, 3],
      ["2026-03-06", 1],
      ["2026-03-05", 9],
    ]);
    expect(await read()).toEqual([
      { day: "2026-03-06", close: 1 },
      { day: "2026-03-07", close: 2.5 },
      { day: YESTERDAY, close: 3 },
    ]);
  });

  test.each([
    ["too many requests", json({}, 429)],
    ["a server error", broken],
  ])("is queried again after %s", async (_what, behaviour) => {
    server().behave = firstThen(behaviour, good());
    expect(await read()).toHaveLength(4);
    expect(server().asked).toHaveLength(2);
  });

  const close = (value: number | string) =>
    answer([
      ["2026-03-08", 1],
      [YESTERDAY, value],
      [TODAY, 5],
    ]);
  const countless = () =>
    name === "coinbase"
      ? Array(240_000).fill([0, 1, 1, 1, 1, 1])
      : krakenBody(Array(240_000).fill([0, "1", "1", "1", "1"]));
  const raw =
    (text: string): Behaviour =>
    (_req, res) =>
      res.writeHead(200).end(text);
  const failures: [string, string | RegExp, Behaviour, number][] = [
    ["too many requests twice", "answered with status 429", json({}, 429), 2],
    ["503 twice", "answered with status 503", broken, 2],
    ["404", "answered with status 404", json({ message: "NotFound" }, 404), 1],
    ["HTML", "answered with something that is not JSON", html, 1],
    ["nothing", "answered with something that is not JSON", raw(""), 1],
    ["a truncated response", "answered with something that is not JSON", raw("[[17727"), 1],
    ["no response", "no answer within 0.8 s", hang, 1],
    ["a closed connection", /^cannot be reached: /, (req) => req.socket.destroy(), 1],
    ["another shape", /^answered no candles of /, json({ candles: [] }), 1],
    ["more candles than there are days", /^answered no candles of /, json(countless()), 1],
    ["a price of 0", /^answered no candles of /, close(name === "coinbase" ? 0 : "0.0"), 1],
    ["a negative price", /^answered no candles of /, close(name === "coinbase" ? -1 : "-1.0"), 1],
    ["a wrong type", /^answered no candles of /, close(name === "coinbase" ? "12.5" : "NaN"), 1],
    [
      "two closes of a day",
      "has two different closes of 2026-03-08",
      answer([
        ["2026-03-08", 1],
        ["2026-03-08", 2],
        [TODAY, 5],
      ]),
      1,
    ],
    ["nothing but today", "has no closes from 2026-03-06 to 2026-03-09", answer([[TODAY, 5]]), 1],
  ];
  test.each(failures)("fails with %s", async (_what, message, behaviour, asked) => {
    server().behave = behaviour;
    const reading = read();
    await expect(reading).rejects.toBeInstanceOf(FetchJsonError);
    await expect(reading).rejects.toThrow(message);
    expect(server().asked).toHaveLength(asked);
  });

  test("is not queried for a token that it does not trade", async () => {
    const without = { ...token("BTC"), coinbase: null, kraken: null };
    await expect(provider().closes(without, SPAN, ask())).rejects.toThrow("does not trade BTC");
    expect(server().asked).toEqual([]);
  });
});

test("the newest day that Kraken returns has not ended, whatever the local date is", async () => {
  const days = daysFrom("2026-03-07", YESTERDAY);
  servers.kraken.behave = json(krakenBody(days.map((day) => krakenRow(day, 5)).reverse()));
  const closes = await kraken(servers.kraken.address).closes(token("BTC"), SPAN, ask());
  expect(closes.map(({ day }) => day)).toEqual(["2026-03-07", "2026-03-08"]);
});

test("a day that has not ended by Coinbase's clock has no close, whatever the local date is", async () => {
  servers.coinbase.behave = (req, res) => {
    res.setHeader("Date", "Mon, 09 Mar 2026 23:59:30 GMT");
    coinbaseUntil(YESTERDAY)(req, res);
  };
  const closes = await coinbase(servers.coinbase.address).closes(token("BTC"), SPAN, ask());
  expect(closes.map(({ day }) => day)).toEqual(["2026-03-06", "2026-03-07", "2026-03-08"]);
});

test("an error that Kraken returns with status 200 is reported", async () => {
  servers.kraken.behave = json({ error: ["EQuery:Unknown asset pair"] });
  const reading = kraken(servers.kraken.address).closes(token("BTC"), SPAN, ask());
  await expect(reading).rejects.toThrow("answered EQuery:Unknown asset pair");
});

test("an empty list from Coinbase is an error", async () => {
  servers.coinbase.behave = json([]);
  const reading = coinbase(servers.coinbase.address).closes(token("BTC"), SPAN, ask());
  await expect(reading).rejects.toThrow("has no closes from 2026-03-06 to 2026-03-09");
});

test("Coinbase is queried for 300 days at a time", async () => {
  const span = { from: addDays(TODAY, -700), to: YESTERDAY };
  const closes = await coinbase(servers.coinbase.address).closes(token("SOL"), span, ask());
  expect(closes).toEqual(expected("SOL-USD", daysFrom(span.from, span.to)));
  expect(servers.coinbase.asked).toHaveLength(3);
});

test("the environment sets the providers, their order and their addresses", () => {
  const addresses = { COINBASE_URL: "http://a.example", KRAKEN_URL: "http://b.example" };
  const names = (PRICE_PROVIDERS: ("coinbase" | "kraken")[]) =>
    configuredProviders({ PRICE_PROVIDERS, ...addresses }).map(({ name }) => name);
  expect(names(["kraken", "coinbase"])).toEqual(["kraken", "coinbase"]);
  expect(names([])).toEqual([]);
  expect(configuredProviders(), "in tests").toEqual([]);
});

/** Stores closes of some assets for `days` days up to `until`. */
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
/** Whether a request is about a pair. */
const about = (req: { url?: string }, pair: string) => req.url?.includes(pair) ?? false;

describe("prices for a momentum recommendation", () => {
  test("come from the first provider if it has all, and are stored", async () => {
    const { source, inputs } = await forMomentum();
    expect(source.name).toBe("coinbase");
    expect(inputs.asOf).toBe(YESTERDAY);
    expect(inputs.closes.SOL).toEqual(
      expected("SOL-USD", daysFrom(addDays(YESTERDAY, -30), YESTERDAY)),
    );
    expect(asked()).toEqual([3, 0]);

    expect(await forMomentum()).toEqual({ source, inputs });
    expect(asked(), "not asked again").toEqual([3, 0]);
  });

  test("are fetched once for simultaneous callers", async () => {
    const results = await Promise.all(Array.from({ length: 20 }, () => forMomentum()));
    expect(new Set(results).size).toBe(1);
    expect(asked()).toEqual([3, 0]);
  });

  test.each([
    ["a status", broken],
    ["HTML", html],
    ["a hang", hang],
    ["bad numbers", json([coinbaseRow(YESTERDAY, -4)])],
  ])("are all of the second if the first fails for one asset with %s", async (_what, failing) => {
    servers.coinbase.behave = (req, res) =>
      (about(req, "SOL-USD") ? failing : coinbaseUntil(TODAY))(req, res);
    const { source, inputs } = await forMomentum({ patience: hasty });
    expect(source.name).toBe("kraken");
    expect(inputs.closes.BTC.at(-1)).toEqual({
      day: YESTERDAY,
      close: priceOf("XBTUSD", YESTERDAY),
    });
    expect(inputs.closes.SOL.at(-1)).toEqual({
      day: YESTERDAY,
      close: priceOf("SOLUSD", YESTERDAY),
    });
  });

  test("are of the first if both have equally many assets", async () => {
    const failing =
      (then: Behaviour): Behaviour =>
      (req, res) =>
        (about(req, "SOL") ? broken : then)(req, res);
    servers.coinbase.behave = failing(coinbaseUntil(TODAY));
    servers.kraken.behave = failing(krakenUntil(TODAY));
    const { source, inputs } = await forMomentum();
    expect(source.name).toBe("coinbase");
    expect(inputs.closes.SOL).toEqual([]);
  });

  test("are of the first provider in the environment if several sources have equally many", async () => {
    await store("coinbase");
    const [first, second] = [...providers].reverse();
    expect((await forMomentum({ providers: [first, second] })).source.name).toBe("kraken");
    // A provider that is no longer configured comes after those that are, and before imported closes.
    await rows().deleteMany({ source: "kraken" });
    servers.kraken.behave = broken;
    await store("import");
    expect((await forMomentum({ providers: [first] })).source.name).toBe("coinbase");
  });

  test("are the stored ones, up to two days old, if no provider responds", async () => {
    servers.coinbase.behave = servers.kraken.behave = broken;
    await store("kraken", { until: "2026-03-08" });
    const { source, inputs } = await forMomentum();
    expect(source.name).toBe("kraken");
    expect(inputs.asOf).toBe("2026-03-08");
    expect(inputs.closes.BTC.at(-1)?.day).toBe("2026-03-08");
  });

  test("are never three days old", async () => {
    servers.coinbase.behave = servers.kraken.behave = broken;
    await store("kraken", { until: "2026-03-07" });
    await expect(forMomentum()).rejects.toMatchObject({ kind: "unavailable" });
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

  test("are of the source with the most assets", async () => {
    await store("coinbase", { assets: ["BTC", "USDT"] });
    await store("import", { until: "2026-03-08" });
    expect((await forMomentum({ providers: [] })).source.name).toBe("import");
  });

  test("fail if there are none, with the reasons as cause and nothing stored", async () => {
    servers.coinbase.behave = hang;
    servers.kraken.behave = html;
    const asking = forMomentum({ patience: hasty });
    await expect(asking).rejects.toMatchObject({
      name: "ServiceError",
      kind: "unavailable",
      message: "Failed to generate momentum recommendation",
      cause: { message: expect.stringContaining("BTC: Coinbase Exchange no answer within 0.8 s") },
    });
    await expect(asking).rejects.toMatchObject({
      cause: { message: expect.stringContaining("USDT: Kraken answered with something that") },
    });
    expect(await rows().countDocuments()).toBe(0);
    servers.coinbase.behave = coinbaseUntil(TODAY);
    expect((await forMomentum()).source.name, "the next time").toBe("coinbase");
  });

  test("fail after the total timeout", async () => {
    servers.coinbase.behave = servers.kraken.behave = hang;
    const begun = performance.now();
    await expect(
      forMomentum({ patience: { callMs: 5000, allMs: 200, againMs: 1 } }),
    ).rejects.toMatchObject({ cause: { message: expect.stringContaining("within 0.2 s") } });
    expect(performance.now() - begun).toBeLessThan(2500);
  });

  test("store nothing of an asset with an invalid close", async () => {
    servers.kraken.behave = broken;
    servers.coinbase.behave = (req, res) =>
      (about(req, "SOL")
        ? json([coinbaseRow(YESTERDAY, 5), coinbaseRow("2026-03-08", -5)])
        : coinbaseUntil(TODAY))(req, res);
    await forMomentum();
    expect(await rows().countDocuments({ asset: "SOL" })).toBe(0);
    expect(await rows().countDocuments({ asset: "BTC" })).toBe(31);
  });
});

describe("with sample content", () => {
  beforeEach(() => writeSetting(SAMPLE_CONTENT, "filled"));

  test("prices are sample prices, and no provider is queried", async () => {
    await updateSamplePrices(now);
    const { source, inputs } = await forMomentum();
    expect(source).toMatchObject({ name: "sample", isSample: true });
    expect(inputs.asOf).toBe(YESTERDAY);
    expect(asked()).toEqual([0, 0]);
  });

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

  test("an update extends the sample prices, and queries no provider", async () => {
    const report = await updatePrices({ now, providers, patience });
    expect(report).toMatchObject({ isSample: true, assets: [], failures: [] });
    expect((await forMomentum()).source.name).toBe("sample");
    expect(asked()).toEqual([0, 0]);
  });
});

test("a database without sample content gets no sample prices", async () => {
  await updateSamplePrices(now);
  expect(await rows().countDocuments()).toBe(0);
});

describe("closes of some tokens", () => {
  const from = "2026-03-01";
  const closes = (symbols: string[], preferred?: PriceSourceName) =>
    closesOf(symbols, from, YESTERDAY, { preferred });

  test("are of one source, the one with the most", async () => {
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

  test("are of the preferred source unless another has more", async () => {
    await store("coinbase");
    await store("import");
    expect((await closes(["BTC", "SOL"]))?.source.name).toBe("coinbase");
    expect((await closes(["BTC", "SOL"], "import"))?.source.name).toBe("import");
    expect((await closes(["BTC", "SOL"], "kraken"))?.source.name).toBe("coinbase");
  });

  test("are of the first provider in the environment if several sources have equally many", async () => {
    await store("coinbase");
    await store("kraken");
    await store("import");
    const inOrder = async (order: PriceProvider[]) =>
      (await closesOf(["BTC"], from, YESTERDAY, { providers: order }))?.source.name;
    expect(await inOrder(providers)).toBe("coinbase");
    expect(await inOrder([...providers].reverse())).toBe("kraken");
    await rows().deleteMany({ source: "kraken" });
    expect(await inOrder(providers.slice(1))).toBe("coinbase");
  });

  test("are within the days, oldest first", async () => {
    await store("coinbase");
    const found = await closesOf(["BTC"], "2026-03-08", "2026-04-01");
    expect(found?.closes.get("BTC")?.map(({ day }) => day)).toEqual(["2026-03-08", YESTERDAY]);
  });

  test("are null if none are stored", async () => {
    expect(await closes(["BTC"])).toBeNull();
    expect(await closesOf([], from, YESTERDAY)).toBeNull();
    await store("coinbase");
    expect(await closesOf(["BTC"], YESTERDAY, from)).toBeNull();
  });
});

describe("the last close before a day", () => {
  const last = () => lastCloseBefore("USDT", TODAY);

  test("is within the week before it, from the source with the most closes of that week", async () => {
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
});

describe("stored closes", () => {
  const read = async () =>
    (await readCloses({ source: "import", assets: ["BTC"], from: "2026-01-01", to: TODAY })).get(
      "BTC",
    );

  test("are one for each asset, source and day, the last that was stored", async () => {
    const closes = [
      { day: "2026-01-01", close: 1 },
      { day: "2026-01-02", close: 2 },
    ];
    expect(await storeCloses("import", "BTC", closes)).toBe(2);
    const version = await closesVersion();
    expect(await storeCloses("import", "BTC", closes), "the same again").toBe(0);
    expect(await closesVersion()).toBe(version);
    expect(await storeCloses("import", "BTC", [{ day: "2026-01-02", close: 3 }])).toBe(1);
    expect(await closesVersion()).toBeGreaterThan(version);
    await storeCloses("kraken", "BTC", [{ day: "2026-01-02", close: 9 }]);
    expect(await read()).toEqual([
      { day: "2026-01-01", close: 1 },
      { day: "2026-01-02", close: 3 },
    ]);
  });

  test("have a new version even when storing them fails half-way", async () => {
    const version = await closesVersion();
    const closes = daysFrom("2022-01-01", "2023-12-31").map((day) => ({ day, close: 1 }));
    const prototype = mongoose.mongo.Collection.prototype;
    const real = prototype.bulkWrite;
    let written = 0;
    const failing = vi.spyOn(prototype, "bulkWrite").mockImplementation(function (
      this: mongoose.mongo.Collection,
      ...args: Parameters<typeof real>
    ) {
      written += 1;
      if (written > 1) return Promise.reject(new Error("the database went away"));
      return real.apply(this, args);
    });
    await expect(storeCloses("import", "BTC", closes)).rejects.toThrow("went away");
    failing.mockRestore();
    expect(await rows().countDocuments()).toBe(500);
    expect(await closesVersion()).toBeGreaterThan(version);
  });

  test("are stored when another process stores the same in between", async () => {
    const closes = daysFrom("2026-01-01", "2026-01-03").map((day) => ({ day, close: 1 }));
    const colliding = vi
      .spyOn(mongoose.mongo.Collection.prototype, "bulkWrite")
      .mockImplementationOnce(async () => {
        // Both processes have found no document and insert one, and the other process is first.
        await rows().insertOne({ asset: "BTC", source: "import", day: "2026-01-02", close: 9 });
        throw Object.assign(new Error("E11000 duplicate key error"), { code: 11000 });
      });
    expect(await storeCloses("import", "BTC", closes)).toBe(3);
    expect(colliding).toHaveBeenCalledTimes(2);
    colliding.mockRestore();
    expect(await read()).toEqual(closes);
  });

  test("can be stored by several callers at once", async () => {
    const closes = daysFrom("2026-01-01", "2026-01-20").map((day) => ({ day, close: 1 }));
    await Promise.all(Array.from({ length: 8 }, () => storeCloses("import", "BTC", closes)));
    expect(await read()).toEqual(closes);
  });
});

describe("an update", () => {
  const update = (options = {}) => updatePrices({ now, providers, patience, days: 40, ...options });

  test("fetches the missing closes of every token in use, from one provider if it has all", async () => {
    await mongoose.connection.collection("recommendations").insertOne({ tokens: ["ETH", "USDT"] });
    const progress = vi.fn();
    const report = await update({ onProgress: progress });
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
    expect(progress.mock.calls.map(([{ done, all, asset }]) => [done, all, asset])).toEqual([
      [0, 4, "BTC"],
      [1, 4, "SOL"],
      [2, 4, "USDT"],
      [3, 4, "ETH"],
    ]);
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

  /** Responds like a provider without closes of some days. */
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
    await mongoose.connection.collection("facts").deleteMany({});
    await expectAllWell();
    expect(asked(), "answered with nothing at all").toEqual([6, 0]);
    await expectAllWell();
    expect(asked()).toEqual([6, 0]);
    // A missing close may be published later, so it is fetched again after a month.
    await mongoose.connection
      .collection<{ _id: string }>("facts")
      .updateMany({ _id: /^days without/ }, { $set: { "value.since": "2026-01-01" } });
    servers.coinbase.behave = coinbaseUntil(TODAY);
    expect((await update()).changes).toBe(3);
  });

  test("fetches days before the first close of a token once", async () => {
    servers.coinbase.behave = without(...daysFrom("2025-12-01", "2026-02-20"));
    expect((await update()).changes).toBe(3 * 17);
    expect((await update()).changes).toBe(0);
    expect(asked()).toEqual([3, 0]);
  });

  test("reports a missing close of yesterday, and fetches it again", async () => {
    await update({ now: new Date("2026-03-09T12:00:00Z"), days: 39 });
    servers.coinbase.behave = servers.kraken.behave = json([]);
    expect((await update()).behind).toEqual(["BTC", "SOL", "USDT"]);
    servers.coinbase.behave = coinbaseUntil(TODAY);
    expect(await update()).toMatchObject({ changes: 3, failures: [], behind: [] });
  });

  test("reports tokens that no provider trades separately, and completes without them", async () => {
    await mongoose.connection.collection("recommendations").insertOne({ tokens: ["USDC"] });
    const report = await update({ providers: providers.slice(0, 1) });
    expect(report).toMatchObject({ failures: [], behind: [], untraded: ["USDC"] });
    expect(report.assets).toEqual(["BTC", "SOL", "USDT"]);
  });

  test("does nothing without providers", async () => {
    expect(await updatePricesDaily(undefined, { now, providers: [] })).toBeNull();
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

  test("reports the tokens without a close of yesterday from any provider", async () => {
    const lacking =
      (then: Behaviour): Behaviour =>
      (req, res) =>
        (about(req, "SOL") ? html : then)(req, res);
    servers.coinbase.behave = lacking(coinbaseUntil(TODAY));
    servers.kraken.behave = lacking(krakenUntil(TODAY));
    expect((await update()).behind).toEqual(["SOL"]);
  });

  test("can be aborted", async () => {
    const stopping = new AbortController();
    servers.coinbase.behave = (req, res) => {
      if (about(req, "SOL")) stopping.abort();
      else coinbaseUntil(TODAY)(req, res);
    };
    const report = await update({
      signal: stopping.signal,
      patience: { ...patience, callMs: 9000 },
    });
    expect(report.failures).toEqual([{ source: "coinbase", asset: "SOL", reason: "stopped" }]);
    expect(await rows().distinct("asset")).toEqual(["BTC"]);
    expect(servers.kraken.asked).toEqual([]);
  });

  test("runs once a day in one process, and again after a failure", async () => {
    const daily = (at = now) =>
      updatePricesDaily(undefined, { now: at, providers, patience, days: 40 });
    servers.coinbase.behave = servers.kraken.behave = broken;
    expect((await daily())?.behind).toEqual(["BTC", "SOL", "USDT"]);
    expect(await daily(), "within the hour").toBeNull();
    const nextHour = () => mongoose.connection.collection("job-locks").deleteMany({});
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

  test("is accepted without a query if a stored close of another source is within 3 %", async () => {
    servers.coinbase.behave = coinbaseUntil(TODAY, solAt({ [YESTERDAY]: rising }));
    await storeCloses("import", "SOL", [{ day: YESTERDAY, close: rising * 1.02 }]);
    expect(await update()).toMatchObject({ refused: [], behind: [] });
    expect(asked()).toEqual([3, 0]);
  });

  test("is not accepted if the other provider fails, which is not reported as a failure", async () => {
    servers.coinbase.behave = coinbaseUntil(TODAY, solAt({ "2026-03-07": rising }));
    servers.kraken.behave = hang;
    const report = await update({ patience: { ...patience, callMs: 200 } });
    expect(report).toMatchObject({ failures: [], behind: [] });
    expect(report.refused.map(({ day }) => day)).toEqual(["2026-03-07"]);
  });

  test("is not fetched again once a plausible one follows", async () => {
    servers.coinbase.behave = coinbaseUntil(TODAY, solAt({ "2026-03-07": rising }));
    await update({ providers: onlyCoinbase() });
    const requests = servers.coinbase.asked.length;
    expect(await update({ providers: onlyCoinbase() })).toMatchObject({ changes: 0, refused: [] });
    expect(servers.coinbase.asked).toHaveLength(requests);
  });

  test("of a true crash is accepted when the next day confirms it", async () => {
    const crashed = { [BEFORE]: 40, [YESTERDAY]: 42 };
    servers.coinbase.behave = coinbaseUntil(YESTERDAY, solAt(crashed));
    const first = await update({
      now: new Date(`${YESTERDAY}T12:00:00Z`),
      providers: onlyCoinbase(),
    });
    expect(first.refused.map(({ day }) => day)).toEqual([BEFORE]);
    expect(first.behind).toEqual(["SOL"]);
    servers.coinbase.behave = coinbaseUntil(TODAY, solAt(crashed));
    expect(await update({ providers: onlyCoinbase() })).toMatchObject({ refused: [], behind: [] });
    const closes = await solCloses();
    expect([closes.get(BEFORE), closes.get(YESTERDAY)]).toEqual([40, 42]);
  });

  test("is stored if it is forced, even if it would not be fetched again", async () => {
    servers.coinbase.behave = coinbaseUntil(TODAY, solAt({ "2026-03-07": rising }));
    await update({ providers: onlyCoinbase() });
    const forced = new Set(["SOL 2026-03-07"]);
    expect(await update({ providers: onlyCoinbase(), forced })).toMatchObject({ changes: 1 });
    expect((await solCloses()).get("2026-03-07")).toBe(rising);
  });

  test("is reported if it is among the newest of its asset, and else counted", async () => {
    const hangs = () => 100;
    servers.coinbase.behave = coinbaseUntil(TODAY, hangs);
    const report = await update({ providers: onlyCoinbase() });
    // 38 of 40 closes of BTC and SOL, and all of USDT, which cannot be at 100 dollars.
    expect(report.refused).toHaveLength(30);
    expect(report.moreRefused).toBe(38 + 38 + 40 - 30);
    expect(report.refused.filter(({ asset }) => asset === "SOL").at(-1)).toMatchObject({
      day: YESTERDAY,
      reason: "100 is the third identical close in a row, after 2026-01-29 and 2026-01-30",
    });
  });

  test("is named as the reason when there are no prices for a momentum recommendation", async () => {
    servers.coinbase.behave = coinbaseUntil(TODAY, () => 100);
    await expect(forMomentum({ providers: onlyCoinbase() })).rejects.toMatchObject({
      kind: "unavailable",
      cause: {
        message: expect.stringContaining(
          "SOL 2026-03-09: implausible close from Coinbase Exchange: 100 is the third identical close",
        ),
      },
    });
  });
});
