/** Stored closes (daily closing prices) for computations, always from a single source. */
import { addDays, dayOf, daysBetween, type Day } from "~/domain/calendar-days";
import type { Close } from "~/domain/close";
import {
  computeMomentum,
  mapAssets,
  MOMENTUM_DAYS,
  momentumAssets,
  MomentumUnavailable,
  type MomentumInputs,
} from "~/domain/momentum";
import {
  priceSourceNames,
  priceSources,
  type PriceSource,
  type PriceSourceName,
} from "~/domain/price-sources";
import type { Closes } from "~/domain/track-record";
import { readCloses } from "~/models/price.server";
import {
  createFetchJson,
  DEFAULT_TIMEOUTS,
  withTimeout,
  type FetchTimeouts,
} from "../fetch-json.server";
import { failedToGenerate } from "../errors";
import { describeFailure, describeRefused, fetchMissing } from "./fetch-closes.server";
import type { PriceProvider } from "./provider.server";
import { configuredProviders } from "./providers.server";
import { isSampleDatabase } from "../sample-content.server";

export { describeFailure, describeRefused } from "./fetch-closes.server";
export { importPrices, type PriceImport } from "./import.server";
export { forcedKey, type ForcedCloses } from "./judge-closes.server";
export { updateSamplePrices, prepareSamplePrices } from "./sample.server";
export { updatePrices, type PriceUpdate } from "./update.server";

/** Providers and timeouts; by default those of the environment and `DEFAULT_TIMEOUTS`. */
export interface PriceRequestOptions {
  providers?: readonly PriceProvider[];
  patience?: FetchTimeouts;
  signal?: AbortSignal;
}

export interface MomentumPrices {
  source: PriceSource;
  inputs: MomentumInputs;
}

/** Yesterday, the momentum period before it, and the days that may substitute for missing closes. */
const RANGE_DAYS = MOMENTUM_DAYS + 3;
/** The newest close of an asset must be less than this many days old, counted from yesterday. */
export const MAX_AGE_DAYS = 2;

/** A database with sample content uses only imported and sample prices, so that its data stays consistent. */
const SOURCES_BESIDE_SAMPLE: readonly PriceSourceName[] = ["import", "sample"];

/**
 * The sources in order of preference: the configured providers, other providers whose closes may still be
 * stored, and imported closes.
 */
async function listSources(
  providers: readonly PriceProvider[],
): Promise<readonly PriceSourceName[]> {
  if (await isSampleDatabase()) return SOURCES_BESIDE_SAMPLE;
  const others = priceSourceNames.filter((name) => !SOURCES_BESIDE_SAMPLE.includes(name));
  return [...new Set([...providers.map(({ name }) => name), ...others, "import" as const])];
}

let pendingPrices: { yesterday: Day; prices: Promise<MomentumPrices> } | null = null;

/**
 * Returns the closes for a momentum computation, from the source that covers most assets. Fetches missing
 * closes from the providers first; concurrent calls share one fetch.
 * @throws ServiceError `unavailable` if no source has enough; its cause lists the providers' failures
 */
export function pricesForMomentum(
  now: Date,
  options: PriceRequestOptions = {},
): Promise<MomentumPrices> {
  const yesterday = addDays(dayOf(now), -1);
  if (pendingPrices?.yesterday === yesterday) return pendingPrices.prices;
  const prices = choosePrices(yesterday, options).finally(() => {
    if (pendingPrices?.prices === prices) pendingPrices = null;
  });
  pendingPrices = { yesterday, prices };
  return prices;
}

async function choosePrices(
  yesterday: Day,
  { providers = configuredProviders(), ...options }: PriceRequestOptions,
): Promise<MomentumPrices> {
  const failures = (await isSampleDatabase())
    ? []
    : await fetchFromProviders(providers, yesterday, options);
  const sources = await listSources(providers);
  const candidates = await Promise.all(sources.map((name) => loadCandidate(name, yesterday)));
  // The sort is stable, so equal candidates keep the order of the sources.
  const [best] = candidates
    .filter(({ available }) => available > 0)
    .sort((a, b) => b.available - a.available || rank(a) - rank(b));
  if (best) return { source: best.source, inputs: best.inputs };
  const reason = failures.join("; ") || "no provider is asked for prices";
  throw failedToGenerate("momentum", new Error(reason));
}

/**
 * Queries the providers in order until one has complete closes.
 * @returns the failures, and the newest refused close of each asset, as text for the admin
 */
async function fetchFromProviders(
  providers: readonly PriceProvider[],
  yesterday: Day,
  { patience = DEFAULT_TIMEOUTS, signal }: PriceRequestOptions,
): Promise<string[]> {
  const span = { from: addDays(yesterday, 1 - RANGE_DAYS), to: yesterday };
  const failures: string[] = [];
  await withTimeout(patience.allMs, signal, async (limit) => {
    for (const provider of providers) {
      const ask = () => createFetchJson(patience, limit);
      const fetched = await Promise.all(
        momentumAssets.map((asset) => fetchMissing(provider, asset, span, { ask, providers })),
      );
      for (const { failure, refused } of fetched) {
        if (failure) failures.push(describeFailure(failure));
        failures.push(...refused.slice(-1).map(describeRefused));
      }
      if (isComplete(await loadCandidate(provider.name, yesterday))) return;
    }
  });
  return failures;
}

/** A source's closes, and how suitable they are. */
interface Candidate extends MomentumPrices {
  /** The number of assets with enough closes. */
  available: number;
  /** Whether the closes include yesterday. */
  isCurrent: boolean;
}

async function loadCandidate(name: PriceSourceName, yesterday: Day): Promise<Candidate> {
  const span = { from: addDays(yesterday, 1 - RANGE_DAYS), to: yesterday };
  const stored = await readCloses({ source: name, assets: momentumAssets, ...span });
  const closes = mapAssets(momentumAssets, (asset) =>
    recentEnough(stored.get(asset) ?? [], yesterday),
  );
  const lastDays = momentumAssets.flatMap((asset) => closes[asset].at(-1)?.day ?? []);
  const asOf = lastDays.sort().at(-1) ?? yesterday;
  const inputs = { asOf, closes };
  const available = countAvailable(inputs);
  return { source: priceSources[name], inputs, available, isCurrent: asOf === yesterday };
}

/** Returns no closes if the newest is too old. */
function recentEnough(closes: readonly Close[], yesterday: Day): readonly Close[] {
  const last = closes.at(-1);
  return last && daysBetween(last.day, yesterday) < MAX_AGE_DAYS ? closes : [];
}

function countAvailable(inputs: MomentumInputs): number {
  try {
    const { assets } = computeMomentum(inputs);
    return momentumAssets.filter((asset) => assets[asset].isAvailable).length;
  } catch (error) {
    if (error instanceof MomentumUnavailable) return 0;
    throw error;
  }
}

const isComplete = ({ available, isCurrent }: Candidate) =>
  isCurrent && available === momentumAssets.length;

/** Ranks current provider data first, then outdated provider data, imports, and sample prices. */
function rank({ source, isCurrent }: Candidate): number {
  if (source.name === "sample") return 3;
  if (source.name === "import") return 2;
  return isCurrent ? 0 : 1;
}

/** The maximum age in days of the last known close. */
const LAST_CLOSE_DAYS = 7;

/**
 * @returns the last stored close of a token before a day, from the source that has the most closes in the seven days
 *   before it, without network requests; `null` if there is none
 */
export async function lastCloseBefore(
  symbol: string,
  day: Day,
): Promise<(Close & { source: PriceSource }) | null> {
  const found = await closesOf([symbol], addDays(day, -LAST_CLOSE_DAYS), addDays(day, -1));
  const last = found?.closes.get(symbol)?.at(-1);
  return found && last ? { ...last, source: found.source } : null;
}

interface SourcePreference {
  /** The source to prefer if no other has more closes … */
  preferred?: PriceSourceName;
  /** … or as soon as `isEnough` accepts its closes. */
  isEnough?: (closes: Closes) => boolean;
  providers?: readonly PriceProvider[];
}

/**
 * Returns stored closes from the source that has the most of them, without network requests.
 * @returns `null` if no source has any
 */
export async function closesOf(
  symbols: readonly string[],
  from: Day,
  to: Day,
  { preferred, isEnough, providers = configuredProviders() }: SourcePreference = {},
): Promise<{ source: PriceSource; closes: Closes } | null> {
  const sources = await listSources(providers);
  const most = new Set(symbols).size * Math.max(0, daysBetween(from, to) + 1);
  let best: { source: PriceSource; closes: Closes } | null = null;
  let bestCount = 0;
  for (const name of new Set(preferred ? [preferred, ...sources] : sources)) {
    const closes = await readCloses({ source: name, assets: symbols, from, to });
    const count = [...closes.values()].reduce((sum, { length }) => sum + length, 0);
    if (count > bestCount) [best, bestCount] = [{ source: priceSources[name], closes }, count];
    if (count === most || (name === preferred && isEnough?.(closes))) break;
  }
  return best;
}
