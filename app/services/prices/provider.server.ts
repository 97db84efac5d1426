/** The interface of price providers, and validation shared by them. */
import { secondsInDay } from "date-fns/constants";
import { z } from "zod";
import type { PriceProviderName } from "~/config/env.server";
import { dayOf, type Day } from "~/domain/calendar-days";
import { isCandle, type Candle } from "~/domain/candle";
import type { CloseWithCandle } from "~/domain/close";
import type { Token } from "~/domain/tokens";
import { FetchJsonError, type FetchJson } from "../fetch-json.server";

/** A range of completed days, both ends inclusive. */
export interface DateRange {
  from: Day;
  to: Day;
}

export interface PriceProvider {
  name: PriceProviderName;
  /** Minimum pause between requests of an update, in milliseconds, as the provider's terms require. */
  pauseMs: number;
  /**
   * @returns the closes of a token in US dollars, oldest first, at least one
   * @throws FetchJsonError if there are none, or the provider does not answer or returns invalid data
   */
  closes(token: Token, span: DateRange, fetchJson: FetchJson): Promise<CloseWithCandle[]>;
}

/** The provider answered but has no close in the requested range. */
export class NoClosesError extends FetchJsonError {}

/** The start of a day, in seconds since 1970. */
export const dayStart = z.number().int().nonnegative().max(1e11).multipleOf(secondsInDay);

/** A daily close; `time` is the start of the day in seconds since 1970. */
export interface TimedClose {
  time: number;
  close: number;
  candle?: Candle;
}

/**
 * @param candle numbers, or numbers as text
 * @returns the close with its candle, or without if that cannot be one
 */
export function timedClose(
  time: number,
  close: number,
  { low, high, volume, open }: Record<keyof Candle, unknown>,
): TimedClose {
  const candle = {
    low: Number(low),
    high: Number(high),
    volume: Number(volume),
    open: Number(open),
  };
  return { time, close, ...(isCandle(candle) && { candle }) };
}

/** The maximum number of candles in a response: many times what any provider returns. */
export const MAX_CANDLES_PER_ANSWER = 10_000;

/**
 * @param closes in any order
 * @returns the closes within a range, oldest first
 * @throws FetchJsonError if two closes of a day differ; NoClosesError if there are none
 */
export function closesWithin(
  { from, to }: DateRange,
  closes: readonly TimedClose[],
): CloseWithCandle[] {
  const byDay = new Map<Day, CloseWithCandle>();
  for (const { time, ...close } of closes) {
    const day = dayOf(new Date(time * 1000));
    if (day < from || day > to) continue;
    if ((byDay.get(day) ?? close).close !== close.close) {
      throw new FetchJsonError(`has two different closes of ${day}`);
    }
    byDay.set(day, { day, ...close });
  }
  if (!byDay.size) throw new NoClosesError(`has no closes from ${from} to ${to}`);
  return [...byDay.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
}
