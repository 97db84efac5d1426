import { secondsInDay } from "date-fns/constants";
import { getUnixTime } from "date-fns/getUnixTime";
import { subSeconds } from "date-fns/subSeconds";
import { z } from "zod";
import { addDays, dayOf, startOf, type Day } from "~/domain/calendar-days";
import { FetchJsonError } from "../fetch-json.server";
import {
  MAX_CANDLES_PER_ANSWER,
  closesWithin,
  dayStart,
  timedClose,
  type PriceProvider,
  type DateRange,
} from "./provider.server";

/** Maximum candles per response; a request for more returns none. */
const MAX_CANDLES = 300;

/** A daily candle as `[time, low, high, open, close, volume]`; the newest is documented to be first. */
const row = z
  .tuple(
    [dayStart, z.number(), z.number(), z.number(), z.number().positive(), z.number()],
    z.unknown(),
  )
  .transform(([time, low, high, open, close, volume]) =>
    timedClose(time, close, { low, high, volume, open }),
  );
const candles = z.array(row).max(MAX_CANDLES_PER_ANSWER);

/**
 * Coinbase Exchange: `/products/BTC-USD/candles?granularity=86400`. It omits days without a trade, may
 * include days before the requested range, and includes the current, incomplete day.
 */
export const coinbase = (address: string): PriceProvider => ({
  name: "coinbase",
  pauseMs: 200,
  async closes(token, span, ask) {
    const { coinbase: product } = token;
    if (!product) throw new FetchJsonError(`does not trade ${token.symbol}`);
    const found = [];
    for (const { from, to } of splitRange(span)) {
      const url = new URL(`${address}/products/${encodeURIComponent(product)}/candles`);
      url.searchParams.set("granularity", String(secondsInDay));
      url.searchParams.set("start", startOf(from).toISOString());
      url.searchParams.set("end", lastSecondOf(to).toISOString());
      const { body, date } = await ask(url);
      const answer = candles.safeParse(body);
      if (!answer.success) throw new FetchJsonError(`answered no candles of ${product}`);
      // Our clock may be ahead of the provider's: a day that is not over by its clock has no close yet.
      const end = date ? getUnixTime(startOf(dayOf(date))) : Infinity;
      found.push(...answer.data.filter(({ time }) => time < end));
    }
    return closesWithin(span, found);
  },
});

const lastSecondOf = (day: Day) => subSeconds(startOf(addDays(day, 1)), 1);

function splitRange({ from, to }: DateRange): DateRange[] {
  const pages: DateRange[] = [];
  for (let start = from; start <= to; start = addDays(start, MAX_CANDLES)) {
    const end = addDays(start, MAX_CANDLES - 1);
    pages.push({ from: start, to: end < to ? end : to });
  }
  return pages;
}
