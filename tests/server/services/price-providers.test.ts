/** What the providers of prices are asked, and what of their answers counts. */
import { describe, expect, test } from "vitest";
import { addDays, type Day } from "~/domain/calendar-days";
import { findToken, type Token } from "~/domain/tokens";
import { FetchJsonError, createFetchJson, type FetchTimeouts } from "~/services/fetch-json.server";
import { coinbase } from "~/services/prices/coinbase.server";
import { kraken } from "~/services/prices/kraken.server";
import type { PriceProvider } from "~/services/prices/provider.server";
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
  krakenBody,
  krakenRow,
  krakenUntil,
  patience,
  usePriceProviders,
  type Behaviour,
} from "../../setup/price-provider";

const TODAY = "2026-03-10";
const YESTERDAY = "2026-03-09";
const { servers, providers } = usePriceProviders(TODAY);

const token = (symbol: string) => findToken(symbol) as Token;
const ask = (timeouts = patience) => createFetchJson(timeouts, new AbortController().signal);

const firstThen = (first: Behaviour, then: Behaviour): Behaviour => {
  let count = 0;
  return (req, res) => (++count === 1 ? first : then)(req, res);
};

const SPAN = { from: "2026-03-06", to: YESTERDAY };
const withCandle = (day: Day, close: number) => ({ day, close, candle: candleOf(close) });

describe.each(["coinbase", "kraken"] as const)("%s", (name) => {
  const provider = () => providers.find((one) => one.name === name) as PriceProvider;
  const server = () => servers[name];
  const read = (timeouts?: FetchTimeouts) => provider().closes(token("BTC"), SPAN, ask(timeouts));
  const good = () => (name === "coinbase" ? coinbaseUntil : krakenUntil)(TODAY);
  /** A response with these closes in this order. */
  const answer = (closes: [Day, number | string, ReturnType<typeof candleOf>?][]) =>
    name === "coinbase"
      ? json(closes.map(([day, close, candle]) => coinbaseRow(day, close as number, candle)))
      : json(krakenBody(closes.map((row) => krakenRow(...row))));

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

  test("may return days in any order, omit one, include the current one, and have a wrong candle", async () => {
    server().behave = answer([
      [TODAY, 5],
      ["2026-03-07", 2.5, { ...candleOf(2.5), low: 0 }],
      [YESTERDAY, 3],
      ["2026-03-06", 1],
      ["2026-03-05", 9],
    ]);
    expect(await read()).toEqual([
      withCandle("2026-03-06", 1),
      { day: "2026-03-07", close: 2.5 },
      withCandle(YESTERDAY, 3),
    ]);
  });

  test("is queried again after too many requests", async () => {
    server().behave = firstThen(json({}, 429), good());
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
      ? Array(10_001).fill([0, 1, 1, 1, 1, 1])
      : krakenBody(Array(10_001).fill([0, "1", "1", "1", "1"]));

  const failures: [string, string | RegExp, Behaviour, number][] = [
    ["503 twice", "answered with status 503", broken, 2],
    ["404", "answered with status 404", json({ message: "NotFound" }, 404), 1],
    ["HTML", "answered with something that is not JSON", html, 1],
    ["no response", "no answer within 0.4 s", hang, 1],
    ["another shape", /^answered no candles of /, json({ candles: [] }), 1],
    ["more candles than there are days", /^answered no candles of /, json(countless()), 1],
    ["a price of 0", /^answered no candles of /, close(name === "coinbase" ? 0 : "0.0"), 1],
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
    const reading = read(behaviour === hang ? hasty : patience);
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

test("Coinbase is queried for 300 days at a time", async () => {
  const span = { from: addDays(TODAY, -700), to: YESTERDAY };
  const closes = await coinbase(servers.coinbase.address).closes(token("SOL"), span, ask());
  expect(closes).toMatchObject(answeredCloses("SOL-USD", span.from, span.to));
  expect(servers.coinbase.asked).toHaveLength(3);
});
