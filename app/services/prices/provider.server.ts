/** What every provider of prices has in common: rows that become closes only after they were looked at. */
import type { PriceProviderName } from "~/config/env.server";
import { dayOf, type Day } from "~/domain/calendar-days";
import type { Close } from "~/domain/momentum";
import type { Token } from "~/domain/tokens";
import { FetchJsonError, type FetchJson } from "../fetch-json.server";

/** Days from and to, both among them; only days that are over. */
export interface Span {
  from: Day;
  to: Day;
}

export interface PriceProvider {
  name: PriceProviderName;
  /** To leave between two questions of an update, in milliseconds, as the provider asks of everybody. */
  pauseMs: number;
  /**
   * @returns the closes in US dollars that it knows of a token, oldest first, at least one
   * @throws AskFailure when it has none, does not answer, or answers what cannot be believed
   */
  closes(token: Token, span: Span, ask: FetchJson): Promise<Close[]>;
}

/** That a provider answered, and has no close of any day that it was asked for. */
export class NoCloses extends FetchJsonError {}

/** A day as a provider tells it, by the second it begins at. */
export interface Candle {
  time: number;
  close: number;
}

/** @returns the closes of the days of a span, oldest first, whatever order they came in */
export function closesWithin({ from, to }: Span, candles: readonly Candle[]): Close[] {
  const byDay = new Map<Day, number>();
  for (const { time, close } of candles) {
    const day = dayOf(new Date(time * 1000));
    if (day < from || day > to) continue;
    if ((byDay.get(day) ?? close) !== close) {
      throw new FetchJsonError(`has two different closes of ${day}`);
    }
    byDay.set(day, close);
  }
  if (!byDay.size) throw new NoCloses(`has no closes from ${from} to ${to}`);
  return [...byDay]
    .map(([day, close]) => ({ day, close }))
    .sort((a, b) => (a.day < b.day ? -1 : 1));
}
