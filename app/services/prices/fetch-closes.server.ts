import { addDays, daysBetween, type Day } from "~/domain/calendar-days";
import type { Close } from "~/domain/momentum";
import { priceSources, type PriceSourceName } from "~/domain/price-sources";
import { findToken } from "~/domain/tokens";
import { recordMissingDays, readCloses, readMissingDays, storeCloses } from "~/models/price.server";
import { FetchJsonError, type FetchJson } from "../fetch-json.server";
import { NoCloses, type PriceProvider, type Span } from "./provider.server";

/** What a provider did not tell, and why. */
export interface FetchClosesError {
  source: PriceSourceName;
  asset: string;
  reason: string;
}

/** @returns a failure in words for whoever runs the site */
export const describeFailure = ({ source, asset, reason }: FetchClosesError): string =>
  `${asset}: ${priceSources[source].label} ${reason}`;

export interface Fetched {
  /** How many closes are new, or other than they were. */
  changes: number;
  failure: FetchClosesError | null;
}

/**
 * Asks a provider for the days of a span that are not stored of it, if there are any, and stores what
 * it tells: all of that or, when anything in it cannot be believed, nothing. Of a day before one that it
 * knows it may have no close: that is no failure, and it is not asked for that day again for a while.
 *
 * @param span ends with the last day that is over
 */
export async function fetchMissing(
  provider: PriceProvider,
  asset: string,
  span: Span,
  ask: FetchJson,
): Promise<Fetched> {
  const { name } = provider;
  const stored = (await readCloses({ source: name, assets: [asset], ...span })).get(asset) ?? [];
  const missing = await missingOf(name, asset, span, stored);
  const [from, to] = [missing.at(0), missing.at(-1)];
  if (!from || !to) return { changes: 0, failure: null };
  try {
    const token = findToken(asset);
    if (!token) throw new FetchJsonError("is asked for known tokens only");
    const told = await provider.closes(token, { from, to }, ask).catch((error: unknown) => {
      if (error instanceof NoCloses && stored.at(-1)?.day === span.to) return [];
      throw error;
    });
    const changes = await storeCloses(name, asset, told);
    await recordMissingDays(name, asset, withoutClose(missing, stored, told), span.to);
    return { changes, failure: null };
  } catch (error) {
    if (!(error instanceof FetchJsonError)) throw error;
    return { changes: 0, failure: { source: name, asset, reason: error.message } };
  }
}

/** @returns the days of a span that are not stored, but for those of which the source has no close */
async function missingOf(
  source: PriceSourceName,
  asset: string,
  { from, to }: Span,
  stored: readonly Close[],
): Promise<Day[]> {
  const count = daysBetween(from, to) + 1;
  if (stored.length === count) return [];
  const without = await readMissingDays(source, asset, to);
  const known = new Set([...without, ...stored.map(({ day }) => day)]);
  return Array.from({ length: count }, (_, i) => addDays(from, i)).filter((day) => !known.has(day));
}

/** @returns the days that were asked for and not told, though a later one is known */
function withoutClose(
  asked: readonly Day[],
  stored: readonly Close[],
  told: readonly Close[],
): Day[] {
  const days = new Set(told.map(({ day }) => day));
  const newest = [stored.at(-1)?.day ?? "", told.at(-1)?.day ?? ""].sort().at(-1) as Day;
  return asked.filter((day) => day < newest && !days.has(day));
}
