import { addDays, daysBetween, type Day } from "~/domain/calendar-days";
import type { Close } from "~/domain/momentum";
import { priceSources, type PriceSourceName } from "~/domain/price-sources";
import { findToken } from "~/domain/tokens";
import { recordMissingDays, readCloses, readMissingDays, storeCloses } from "~/models/price.server";
import { FetchJsonError, type FetchJson } from "../fetch-json.server";
import { invalidate } from "../cache/invalidation.server";
import { PRICES } from "../cache/tags";
import { NoClosesError, type PriceProvider, type DateRange } from "./provider.server";

/** A failed request for an asset's closes, and the reason. */
export interface FetchClosesError {
  source: PriceSourceName;
  asset: string;
  reason: string;
}

/** @returns a failure as text for the admin */
export const describeFailure = ({ source, asset, reason }: FetchClosesError): string =>
  `${asset}: ${priceSources[source].label} ${reason}`;

export interface FetchClosesResult {
  /** How many closes were new or changed. */
  changes: number;
  failure: FetchClosesError | null;
}

/**
 * Fetches the closes of a range that are not stored yet, and stores them. If any part of the response is
 * invalid, nothing is stored. A day without a close that is followed by days with one is not a failure: it
 * is recorded, and not requested again for a while.
 *
 * @param span ends with the last completed day
 */
export async function fetchMissing(
  provider: PriceProvider,
  asset: string,
  span: DateRange,
  fetchJson: FetchJson,
): Promise<FetchClosesResult> {
  const { name } = provider;
  const stored = (await readCloses({ source: name, assets: [asset], ...span })).get(asset) ?? [];
  const missing = await findMissingDays(name, asset, span, stored);
  const [from, to] = [missing.at(0), missing.at(-1)];
  if (!from || !to) return { changes: 0, failure: null };
  try {
    const token = findToken(asset);
    if (!token) throw new FetchJsonError("is asked for known tokens only");
    const received = await provider
      .closes(token, { from, to }, fetchJson)
      .catch((error: unknown) => {
        if (error instanceof NoClosesError && stored.at(-1)?.day === span.to) return [];
        throw error;
      });
    const changes = await storeCloses(name, asset, received);
    if (changes) await invalidate(PRICES);
    await recordMissingDays(name, asset, daysWithoutClose(missing, stored, received), span.to);
    return { changes, failure: null };
  } catch (error) {
    if (!(error instanceof FetchJsonError)) throw error;
    return { changes: 0, failure: { source: name, asset, reason: error.message } };
  }
}

/** @returns the days of a range without a stored close, except those known to have none at the source */
async function findMissingDays(
  source: PriceSourceName,
  asset: string,
  { from, to }: DateRange,
  stored: readonly Close[],
): Promise<Day[]> {
  const count = daysBetween(from, to) + 1;
  if (stored.length === count) return [];
  const knownMissing = await readMissingDays(source, asset, to);
  const known = new Set([...knownMissing, ...stored.map(({ day }) => day)]);
  return Array.from({ length: count }, (_, i) => addDays(from, i)).filter((day) => !known.has(day));
}

/** @returns the requested days without a close that precede a day with one */
function daysWithoutClose(
  requested: readonly Day[],
  stored: readonly Close[],
  received: readonly Close[],
): Day[] {
  const days = new Set(received.map(({ day }) => day));
  const newest = [stored.at(-1)?.day ?? "", received.at(-1)?.day ?? ""].sort().at(-1) as Day;
  return requested.filter((day) => day < newest && !days.has(day));
}
