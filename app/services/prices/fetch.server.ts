import { addDays, daysBetween } from "~/domain/days";
import { priceSources, type PriceSourceName } from "~/domain/price-sources";
import { findToken } from "~/domain/tokens";
import { readCloses, storeCloses } from "~/models/price.server";
import { PriceFailure, type Ask, type PriceProvider, type Span } from "./provider.server";

/** What a provider did not tell, and why. */
export interface FetchFailure {
  source: PriceSourceName;
  asset: string;
  reason: string;
}

export const inWords = ({ source, asset, reason }: FetchFailure): string =>
  `${asset}: ${priceSources[source].label} ${reason}`;

export interface Fetched {
  /** How many closes are new, or other than they were. */
  changes: number;
  failure: FetchFailure | null;
}

/**
 * Asks a provider for the days of a span that are not stored of it, if there are any, and stores what
 * it tells: all of that or, when anything in it cannot be believed, nothing.
 */
export async function fetchMissing(
  provider: PriceProvider,
  asset: string,
  span: Span,
  ask: Ask,
): Promise<Fetched> {
  const { name } = provider;
  const missing = await missingOf(name, asset, span);
  if (!missing) return { changes: 0, failure: null };
  try {
    const token = findToken(asset);
    if (!token) throw new PriceFailure("is asked for known tokens only");
    const closes = await provider.closes(token, missing, ask);
    return { changes: await storeCloses(name, asset, closes), failure: null };
  } catch (error) {
    if (!(error instanceof PriceFailure)) throw error;
    return { changes: 0, failure: { source: name, asset, reason: error.message } };
  }
}

/** @returns from the first day of a span that is not stored to the last such, or `null` */
async function missingOf(source: PriceSourceName, asset: string, span: Span): Promise<Span | null> {
  const stored = await readCloses({ source, assets: [asset], ...span });
  const days = new Set(stored.get(asset)?.map(({ day }) => day));
  const all = Array.from({ length: daysBetween(span.from, span.to) + 1 }, (_, i) =>
    addDays(span.from, i),
  );
  const missing = all.filter((day) => !days.has(day));
  const [from, to] = [missing.at(0), missing.at(-1)];
  return from && to ? { from, to } : null;
}
