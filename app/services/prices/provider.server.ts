/**
 * What every provider of prices has in common: a question over the network that may go wrong in all the
 * ways there are, and rows that become closes only after they were looked at.
 */
import { setTimeout as wait } from "node:timers/promises";
import type { PriceProviderName } from "~/config/env.server";
import { dayOf, type Day } from "~/domain/days";
import type { Close } from "~/domain/momentum";
import type { Token } from "~/domain/tokens";

/** Days from and to, both among them; only days that are over. */
export interface Span {
  from: Day;
  to: Day;
}

/** Asks for JSON. @throws PriceFailure */
export type Ask = (url: URL) => Promise<unknown>;

export interface PriceProvider {
  name: PriceProviderName;
  /** To leave between two questions of an update, in milliseconds, as the provider asks of everybody. */
  pauseMs: number;
  /**
   * @returns the closes in US dollars that it knows of a token, oldest first, at least one
   * @throws PriceFailure when it has none, does not answer, or answers what cannot be believed
   */
  closes(token: Token, span: Span, ask: Ask): Promise<Close[]>;
}

/** Why a provider did not tell an asset's closes, in words for whoever runs the site. */
export class PriceFailure extends Error {
  override readonly name = "PriceFailure";
}

/** That a provider answered, and has no close of any day that it was asked for. */
export class NoCloses extends PriceFailure {}

/** How long is waited, in milliseconds. */
export interface Patience {
  /** For one answer. */
  callMs: number;
  /** For all answers that one request, or one asset of an update, needs. */
  allMs: number;
  /** Before the one question that is asked again. */
  againMs: number;
}

export const PATIENCE: Patience = { callMs: 4000, allMs: 12_000, againMs: 1000 };

/**
 * Does something for which there is only so much time.
 *
 * @param act is given a signal that says when the time is over, or when `signal` says so
 */
export async function within<Result>(
  milliseconds: number,
  signal: AbortSignal | undefined,
  act: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const ending = new AbortController();
  const late = new PriceFailure(`no answer within ${milliseconds / 1000} s`);
  const timer = setTimeout(() => ending.abort(late), milliseconds);
  const stop = () => {
    const { reason } = signal ?? {};
    ending.abort(reason instanceof PriceFailure ? reason : new PriceFailure("stopped"));
  };
  signal?.addEventListener("abort", stop, { once: true });
  if (signal?.aborted) stop();
  try {
    return await act(ending.signal);
  } catch (error) {
    throw ending.signal.aborted ? ending.signal.reason : error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}

/** @returns how to ask until a signal ends it; once more after "too many" and "something is wrong" */
export function asker({ callMs, againMs }: Patience, signal: AbortSignal): Ask {
  return async (url) => {
    const askOnce = () => within(callMs, signal, (limit) => get(url, limit));
    let answer = await askOnce();
    if (answer.status === 429 || answer.status >= 500) {
      await wait(againMs, undefined, { signal }).catch(() => {});
      answer = await askOnce();
    }
    if (answer.status !== 200) throw new PriceFailure(`answered with status ${answer.status}`);
    return parse(answer.text);
  };
}

async function get(url: URL, signal: AbortSignal): Promise<{ status: number; text: string }> {
  try {
    // Coinbase answers nobody who does not say what they are.
    const headers = { Accept: "application/json", "User-Agent": "investment-research-community" };
    const answer = await fetch(url, { signal, headers });
    return { status: answer.status, text: await answer.text() };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    const { cause, message } = error as Error & { cause?: { code?: string; message?: string } };
    throw new PriceFailure(`cannot be reached: ${cause?.code ?? cause?.message ?? message}`);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new PriceFailure("answered with something that is not JSON");
  }
}

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
      throw new PriceFailure(`has two different closes of ${day}`);
    }
    byDay.set(day, close);
  }
  if (!byDay.size) throw new NoCloses(`has no closes from ${from} to ${to}`);
  return [...byDay]
    .map(([day, close]) => ({ day, close }))
    .sort((a, b) => (a.day < b.day ? -1 : 1));
}
