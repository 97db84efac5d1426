import { RECOMMENDATIONS } from "~/config/page-tags";
import { addDays, daysBetween, type Day } from "~/domain/calendar-days";
import type { Close, CloseWithCandle } from "~/domain/close";
import type { RefusedClose } from "~/domain/plausible-closes";
import { priceSources, type PriceSourceName } from "~/domain/price-sources";
import { findToken, type Token } from "~/domain/tokens";
import {
  readClosesWithCandles,
  readMissingDays,
  recordMissingDays,
  storeCloses,
} from "~/models/price.server";
import { FetchJsonError, type FetchJson } from "../fetch-json.server";
import { invalidate } from "../cache/invalidation.server";
import { recordEvent } from "../events/events.server";
import { forcedKey, judgeReceived, type ForcedCloses } from "./judge-closes.server";
import { NoClosesError, type PriceProvider, type DateRange } from "./provider.server";

export interface FetchClosesError {
  source: PriceSourceName;
  asset: string;
  reason: string;
}

/** @returns a failure as text for the admin */
export const describeFailure = ({ source, asset, reason }: FetchClosesError): string =>
  `${asset}: ${priceSources[source].label} ${reason}`;

export interface RefusedFetch extends RefusedClose {
  source: PriceSourceName;
  asset: string;
}

/** @returns a refused close as text for the admin */
export const describeRefused = ({ source, asset, day, reason }: RefusedFetch): string =>
  `${asset} ${day}: implausible close from ${priceSources[source].label}: ${reason}`;

export interface Fetching {
  /** Returns the function that fetches from a provider. */
  ask: (provider: PriceProvider) => FetchJson;
  /** The providers that may be asked to confirm a close. */
  providers: readonly PriceProvider[];
  forced?: ForcedCloses;
}

/**
 * Fetches the closes of a range that are not stored yet, and stores the plausible ones. If a close is implausible, each
 * other provider is asked once for the days in question. If any part of the response is invalid, nothing is stored. A
 * day whose close is missing or refused, but which is followed by days with a close, is not a failure: it is recorded,
 * and not requested again for a while. Refused closes of the last days are requested again each time.
 * @param span the range, which ends with the last completed day
 * @returns the refused closes, too, oldest first
 */
export async function fetchMissing(
  provider: PriceProvider,
  asset: string,
  span: DateRange,
  fetching: Fetching,
): Promise<{ changes: number; failure: FetchClosesError | null; refused: RefusedFetch[] }> {
  const { name } = provider;
  const closes = await readClosesWithCandles({ source: name, assets: [asset], ...span });
  const stored = closes.get(asset) ?? [];
  const missing = await findMissingDays(name, asset, span, { stored, forced: fetching.forced });
  const [from, to] = [missing.at(0), missing.at(-1)];
  if (!from || !to) return { changes: 0, failure: null, refused: [] };
  try {
    const token = findToken(asset);
    if (!token) throw new FetchJsonError("is asked for known tokens only");
    const received = await provider
      .closes(token, { from, to }, fetching.ask(provider))
      .catch((error: unknown) => {
        if (error instanceof NoClosesError && stored.at(-1)?.day === span.to) return [];
        throw error;
      });
    const { accepted, refused } = await judgeFetched(
      provider,
      token,
      { received, stored },
      fetching,
    );
    const changes = await storeCloses(name, asset, accepted);
    if (changes) await invalidate(RECOMMENDATIONS);
    await recordMissingDays(name, asset, daysWithoutClose(missing, stored, accepted), span.to);
    return { changes, failure: null, refused };
  } catch (error) {
    if (!(error instanceof FetchJsonError)) throw error;
    return {
      changes: 0,
      failure: { source: name, asset, reason: error.message },
      refused: [],
    };
  }
}

/** Judges the closes from a provider, and records the refused ones in an event for the operator. */
async function judgeFetched(
  provider: PriceProvider,
  token: Token,
  { received, stored }: Record<"received" | "stored", readonly CloseWithCandle[]>,
  fetching: Fetching,
): Promise<{ accepted: readonly CloseWithCandle[]; refused: RefusedFetch[] }> {
  if (!received.length) return { accepted: [], refused: [] };
  const { name: source } = provider;
  const { symbol: asset } = token;
  const judgement = await judgeReceived({
    source,
    asset,
    closes: received,
    stored,
    forced: fetching.forced,
    askOthers: (span) => askOthers(provider, token, span, fetching),
  });
  const refused = judgement.refused.map((close) => ({ source, asset, ...close }));
  const newest = refused.at(-1);
  if (newest) {
    const { day, reason } = newest;
    recordEvent({ kind: "closes-refused", source, asset, closes: refused.length, day, reason });
  }
  return { accepted: judgement.accepted, refused };
}

/** Asks the other providers that trade a token. If one of them fails, it is ignored. */
async function askOthers(
  { name }: PriceProvider,
  token: Token,
  span: DateRange,
  { providers, ask }: Fetching,
): Promise<Close[]> {
  const others = providers.filter((other) => other.name !== name && token[other.name]);
  const closes = await Promise.all(
    others.map((other) =>
      other.closes(token, span, ask(other)).catch((error: unknown) => {
        if (error instanceof FetchJsonError) return [];
        throw error;
      }),
    ),
  );
  return closes.flat();
}

/**
 * @returns the days of a range without a stored close, except the days for which the source is known to have no
 *   plausible close
 */
async function findMissingDays(
  source: PriceSourceName,
  asset: string,
  { from, to }: DateRange,
  { stored, forced }: { stored: readonly Close[]; forced?: ForcedCloses },
): Promise<Day[]> {
  const count = daysBetween(from, to) + 1;
  if (stored.length === count) return [];
  const knownMissing = await readMissingDays(source, asset, to);
  const isForced = (day: Day) => forced?.has(forcedKey(asset, day)) ?? false;
  const known = new Set([
    ...knownMissing.filter((day) => !isForced(day)),
    ...stored.map(({ day }) => day),
  ]);
  return Array.from({ length: count }, (_, i) => addDays(from, i)).filter((day) => !known.has(day));
}

/** @returns the requested days without an accepted close that precede a day with one */
function daysWithoutClose(
  requested: readonly Day[],
  stored: readonly Close[],
  received: readonly Close[],
): Day[] {
  const days = new Set(received.map(({ day }) => day));
  const newest = [stored.at(-1)?.day ?? "", received.at(-1)?.day ?? ""].sort().at(-1) as Day;
  return requested.filter((day) => day < newest && !days.has(day));
}
