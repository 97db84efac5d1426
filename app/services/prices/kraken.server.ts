import { minutesInDay } from "date-fns/constants";
import { getUnixTime } from "date-fns/getUnixTime";
import { z } from "zod";
import { addDays, startOf } from "~/domain/calendar-days";
import { FetchJsonError } from "../fetch-json.server";
import {
  MAX_CANDLES_PER_ANSWER,
  closesWithin,
  dayStart,
  timedClose,
  type PriceProvider,
} from "./provider.server";

const price = z
  .string()
  .regex(/^\d+(\.\d+)?$/)
  .transform(Number)
  .pipe(z.number().positive());

/** A daily candle as `[time, open, high, low, close, vwap, volume, count]`. */
const row = z
  .tuple([dayStart, z.string(), z.string(), z.string(), price], z.unknown())
  .transform(([time, open, high, low, close, , volume]) =>
    timedClose(time, close, { low, high, volume, open }),
  );
const candles = z.array(row).max(MAX_CANDLES_PER_ANSWER);

const response = z.object({
  error: z.array(z.string()),
  result: z.record(z.string(), z.unknown()).optional(),
});

/**
 * Kraken: `/0/public/OHLC?pair=XBTUSD&interval=1440`. It serves at most 720 days, reports errors with
 * status 200, and returns the pair under another name than requested.
 */
export const kraken = (address: string): PriceProvider => ({
  name: "kraken",
  pauseMs: 1000,
  async closes(token, span, ask) {
    const { kraken: pair } = token;
    if (!pair) throw new FetchJsonError(`does not trade ${token.symbol}`);
    const url = new URL(`${address}/0/public/OHLC`);
    url.searchParams.set("pair", pair);
    url.searchParams.set("interval", String(minutesInDay));
    // `since` is exclusive.
    url.searchParams.set("since", String(getUnixTime(startOf(addDays(span.from, -1)))));
    const { body: answer } = await ask(url);
    return closesWithin(span, withoutLast(rowsOf(answer, pair)));
  },
});

function rowsOf(answer: unknown, pair: string) {
  const parsed = response.safeParse(answer);
  if (!parsed.success) throw new FetchJsonError(`answered no candles of ${pair}`);
  const { error, result = {} } = parsed.data;
  if (error.length) throw new FetchJsonError(`answered ${error.join(", ")}`);
  const key = Object.keys(result).find((name) => name !== "last");
  const rows = candles.safeParse(key === undefined ? undefined : result[key]);
  if (!rows.success) throw new FetchJsonError(`answered no candles of ${pair}`);
  return rows.data;
}

/** Drops the newest row, which is always of the current, incomplete day by the provider's clock. */
function withoutLast<Row extends { time: number }>(rows: readonly Row[]): Row[] {
  const last = Math.max(...rows.map(({ time }) => time));
  return rows.filter(({ time }) => time !== last);
}
