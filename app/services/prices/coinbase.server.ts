import { z } from "zod";
import { addDays, dayOf, startOf, type Day } from "~/domain/calendar-days";
import { FetchJsonError } from "../fetch-json.server";
import { closesWithin, type PriceProvider, type Span } from "./provider.server";

const DAY_SECONDS = 86_400;
/** The most candles that one answer holds; asked for more, it answers none. */
const MOST_CANDLES = 300;

/** Days as `[time, low, high, open, close, volume]`, documented as newest first. */
const candles = z.array(
  z
    .tuple(
      [
        z.number().int().nonnegative().max(1e11).multipleOf(DAY_SECONDS),
        z.number(),
        z.number(),
        z.number(),
        z.number().positive(),
        z.number(),
      ],
      z.unknown(),
    )
    .transform(([time, , , , close]) => ({ time, close })),
);

/**
 * Coinbase Exchange: `/products/BTC-USD/candles?granularity=86400`. It leaves out days without a trade,
 * may add days before the first one asked for, and includes the day that is not over.
 */
export const coinbase = (address: string): PriceProvider => ({
  name: "coinbase",
  pauseMs: 200,
  async closes(token, span, ask) {
    const { coinbase: product } = token;
    if (!product) throw new FetchJsonError(`does not trade ${token.symbol}`);
    const found = [];
    for (const { from, to } of pagesOf(span)) {
      const url = new URL(`${address}/products/${encodeURIComponent(product)}/candles`);
      url.searchParams.set("granularity", String(DAY_SECONDS));
      url.searchParams.set("start", startOf(from).toISOString());
      url.searchParams.set("end", lastSecondOf(to).toISOString());
      const { body, date } = await ask(url);
      const answer = candles.safeParse(body);
      if (!answer.success) throw new FetchJsonError(`answered no candles of ${product}`);
      // Our clock may be ahead of theirs: what they say is not over has no close yet.
      const end = date ? startOf(dayOf(date)).getTime() / 1000 : Infinity;
      found.push(...answer.data.filter(({ time }) => time < end));
    }
    return closesWithin(span, found);
  },
});

const lastSecondOf = (day: Day) => new Date(startOf(addDays(day, 1)).getTime() - 1000);

/** A span in pieces that one answer each has room for. */
function* pagesOf({ from, to }: Span): Generator<Span> {
  for (let start = from; start <= to; start = addDays(start, MOST_CANDLES)) {
    const end = addDays(start, MOST_CANDLES - 1);
    yield { from: start, to: end < to ? end : to };
  }
}
