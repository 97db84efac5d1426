/** A local price provider, which answers in the documented formats or as a test specifies. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { addDays, daysBetween, startOf, type Day } from "~/domain/calendar-days";
import type { FetchTimeouts } from "~/services/fetch-json.server";
import { coinbase } from "~/services/prices/coinbase.server";
import { kraken } from "~/services/prices/kraken.server";
import type { PriceProvider } from "~/services/prices/provider.server";

export type Behaviour = (req: IncomingMessage, res: ServerResponse) => void;

export interface PriceServer {
  address: string;
  asked: URL[];
  behave: Behaviour;
  close(): Promise<void>;
}

export async function startPriceServer(behave: Behaviour): Promise<PriceServer> {
  const asked: URL[] = [];
  const server = createServer((req, res) => {
    asked.push(new URL(req.url ?? "/", provider.address));
    provider.behave(req, res);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const provider: PriceServer = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    behave,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return provider;
}

export const json =
  (body: unknown, status = 200): Behaviour =>
  (_req, res) => {
    res.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
  };

/** All days from one to another, inclusive. */
export const daysFrom = (from: Day, to: Day): Day[] =>
  Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, i) => addDays(from, i));

const seconds = (day: Day) => startOf(day).getTime() / 1000;

/** A price that depends on the pair and the day, and is plausible after the price of the day before. */
export function priceOf(pair: string, day: Day): number {
  const step = Math.abs(daysBetween("2026-01-01", day)) % 17;
  if (pair.startsWith("USD")) return 1 + step / 10_000 + pair.length / 100_000;
  return 100 + step + pair.length + (pair.charCodeAt(0) % 7);
}

/** The closes of a pair that the providers answer, from one day to another. */
export const answeredCloses = (pair: string, from: Day, to: Day) =>
  daysFrom(from, to).map((day) => ({ day, close: priceOf(pair, day) }));

/** Answers for every pair up to today, whose price is not final yet, newest day first as Coinbase does. */
export const coinbaseUntil =
  (today: Day, price = priceOf): Behaviour =>
  (req, res) => {
    const url = new URL(req.url ?? "/", "http://localhost");
    const product = url.pathname.split("/")[2] ?? "";
    const end = url.searchParams.get("end")?.slice(0, 10) ?? today;
    const start = url.searchParams.get("start")?.slice(0, 10) ?? today;
    const last = end < today ? addDays(end, 1) : today; // One day more than requested.
    const days = daysFrom(addDays(start, -1), last);
    if (days.length > 302) return json({ message: "granularity too small" }, 400)(req, res);
    json(days.reverse().map((day) => coinbaseRow(day, price(product, day))))(req, res);
  };

/** The candle of each answered close. */
export const candleOf = (close: number) => ({
  low: close * 0.98,
  high: close * 1.02,
  volume: 12.5,
  open: close * 1.01,
});

export const coinbaseRow = (
  day: Day,
  close: number,
  { low, high, open, volume } = candleOf(close),
) => [seconds(day), low, high, open, close, volume];

/** Answers for every pair up to today, whose price is not final yet. */
export const krakenUntil =
  (today: Day, price = priceOf): Behaviour =>
  (req, res) => {
    const url = new URL(req.url ?? "/", "http://localhost");
    const pair = url.searchParams.get("pair") ?? "";
    const since = Number(url.searchParams.get("since") ?? 0);
    const days = daysFrom(addDays(today, -719), today).filter(
      (day) => seconds(day) > since || day === today,
    );
    json(krakenBody(days.map((day) => krakenRow(day, price(pair, day)))))(req, res);
  };

export const krakenRow = (
  day: Day,
  close: number | string,
  { low, high, open, volume } = candleOf(Number(close)),
) => [
  ...[seconds(day), String(open), String(high), String(low)],
  ...[typeof close === "string" ? close : close.toFixed(5), "2.5", String(volume), 42],
];

export const krakenBody = (rows: unknown[]) => ({
  error: [],
  result: { XXBTZUSD: rows, last: (rows.at(-2) as number[] | undefined)?.[0] ?? 0 },
});

/** Timeouts for a busy machine. */
export const patience: FetchTimeouts = { callMs: 4000, allMs: 12_000, againMs: 5 };
/** Timeouts for responses that never come. */
export const hasty: FetchTimeouts = { ...patience, callMs: 400 };

export const hang: Behaviour = () => {};
export const broken: Behaviour = (_req, res) => res.writeHead(503).end("no");
export const html: Behaviour = (_req, res) =>
  res.writeHead(200, { "Content-Type": "text/html" }).end("<!doctype html><p>Checking you");

/** Both providers, on local servers for all tests of a file; at each test they answer for every pair up to a day. */
export function usePriceProviders(today: Day) {
  const servers = {} as { coinbase: PriceServer; kraken: PriceServer };
  const providers: PriceProvider[] = [];
  beforeAll(async () => {
    servers.coinbase = await startPriceServer(coinbaseUntil(today));
    servers.kraken = await startPriceServer(krakenUntil(today));
    providers.push(
      { ...coinbase(servers.coinbase.address), pauseMs: 0 },
      { ...kraken(servers.kraken.address), pauseMs: 0 },
    );
  });
  beforeEach(() => {
    servers.coinbase.behave = coinbaseUntil(today);
    servers.kraken.behave = krakenUntil(today);
    for (const { asked } of Object.values(servers)) asked.length = 0;
  });
  afterAll(() => Promise.all(Object.values(servers).map((server) => server.close())));
  return { servers, providers };
}
