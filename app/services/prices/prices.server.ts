/** Closes for whoever computes with them: always of one source, never of two together. */
import { addDays, dayOf, daysBetween, type Day } from "~/domain/calendar-days";
import {
  computeMomentum,
  MOMENTUM_DAYS,
  momentumAssets,
  MomentumUnavailable,
  type Close,
  type MomentumAsset,
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
import { failedToGenerate } from "../recommendations/generation.server";
import { describeFailure, fetchMissing, type FetchClosesError } from "./fetch-closes.server";
import type { PriceProvider } from "./provider.server";
import { providersOf } from "./providers.server";
import { isSampleDatabase } from "../demo/sample-content.server";

export { describeFailure } from "./fetch-closes.server";
export { importPrices, type PriceImport } from "./import.server";
export { keepSamplePrices, prepareSamplePrices } from "./sample.server";
export { updatePrices, updatePricesDaily, type PriceUpdate } from "./update.server";

/** Whom to ask and for how long; what is not said is as the environment and the rules have it. */
export interface PriceRequestOptions {
  providers?: readonly PriceProvider[];
  patience?: FetchTimeouts;
  signal?: AbortSignal;
}

export interface MomentumPrices {
  source: PriceSource;
  inputs: MomentumInputs;
}

/** Of yesterday, of the days of momentum before it, and of those that may stand in for these. */
const SPAN_DAYS = MOMENTUM_DAYS + 3;
/** How long before today the newest close of an asset may be. */
const OLDEST_DAYS = 2;

/** Beside sample content nothing is real but what was brought, so that the whole is of one piece. */
const SOURCES_BESIDE_SAMPLE: readonly PriceSourceName[] = ["import", "sample"];

/**
 * The sources of a database, in the order in which they are preferred: the providers that are asked, as
 * the environment has them; those that were asked once, and of which closes may be left; what was imported.
 */
async function sourcesOf(providers: readonly PriceProvider[]): Promise<readonly PriceSourceName[]> {
  if (await isSampleDatabase()) return SOURCES_BESIDE_SAMPLE;
  const others = priceSourceNames.filter((name) => !SOURCES_BESIDE_SAMPLE.includes(name));
  return [...new Set([...providers.map(({ name }) => name), ...others, "import" as const])];
}

let underWay: { yesterday: Day; prices: Promise<MomentumPrices> } | null = null;

/**
 * The closes to compute a momentum from: of the one source that has most of the assets. Providers are
 * asked for what is not stored of them yet. Whoever asks while somebody else does gets the same.
 *
 * @throws Refusal `unavailable` when no source has enough; its cause is what the providers said
 */
export function pricesForMomentum(
  now: Date,
  asking: PriceRequestOptions = {},
): Promise<MomentumPrices> {
  const yesterday = addDays(dayOf(now), -1);
  if (underWay?.yesterday === yesterday) return underWay.prices;
  const prices = choosePrices(yesterday, asking).finally(() => {
    if (underWay?.prices === prices) underWay = null;
  });
  underWay = { yesterday, prices };
  return prices;
}

async function choosePrices(
  yesterday: Day,
  { providers = providersOf(), ...asking }: PriceRequestOptions,
): Promise<MomentumPrices> {
  const failures = (await isSampleDatabase())
    ? []
    : await askForMomentum(providers, yesterday, asking);
  const sources = await sourcesOf(providers);
  const candidates = await Promise.all(sources.map((name) => candidateOf(name, yesterday)));
  // What is as good keeps the order of the sources.
  const [best] = candidates
    .filter(({ available }) => available > 0)
    .sort((a, b) => b.available - a.available || rank(a) - rank(b));
  if (best) return { source: best.source, inputs: best.inputs };
  const reasons = failures.map(describeFailure).join("; ");
  throw failedToGenerate("momentum", new Error(reasons || "no provider is asked for prices"));
}

/** Asks one provider after the other until one has told all. @returns what went wrong */
async function askForMomentum(
  providers: readonly PriceProvider[],
  yesterday: Day,
  { patience = DEFAULT_TIMEOUTS, signal }: PriceRequestOptions,
): Promise<FetchClosesError[]> {
  const span = { from: addDays(yesterday, 1 - SPAN_DAYS), to: yesterday };
  const failures: FetchClosesError[] = [];
  await withTimeout(patience.allMs, signal, async (limit) => {
    for (const provider of providers) {
      const ask = createFetchJson(patience, limit);
      const fetched = await Promise.all(
        momentumAssets.map((asset) => fetchMissing(provider, asset, span, ask)),
      );
      failures.push(...fetched.flatMap(({ failure }) => failure ?? []));
      if (isComplete(await candidateOf(provider.name, yesterday))) return;
    }
  });
  return failures;
}

/** The closes of a source, and how well they would do. */
interface Candidate extends MomentumPrices {
  /** How many of the assets can be computed with. */
  available: number;
  /** Whether they go up to yesterday. */
  isCurrent: boolean;
}

async function candidateOf(name: PriceSourceName, yesterday: Day): Promise<Candidate> {
  const stored = await readCloses({
    source: name,
    assets: momentumAssets,
    from: addDays(yesterday, 1 - SPAN_DAYS),
    to: yesterday,
  });
  const closes = mapAssets((asset) => recentEnough(stored.get(asset) ?? [], yesterday));
  const lastDays = momentumAssets.flatMap((asset) => closes[asset].at(-1)?.day ?? []);
  const asOf = lastDays.sort().at(-1) ?? yesterday;
  const inputs = { asOf, closes };
  return {
    source: priceSources[name],
    inputs,
    available: countAvailable(inputs),
    isCurrent: asOf === yesterday,
  };
}

const mapAssets = <Value>(map: (asset: MomentumAsset) => Value) =>
  Object.fromEntries(momentumAssets.map((asset) => [asset, map(asset)])) as Record<
    MomentumAsset,
    Value
  >;

/** Closes that end too long ago are as good as none. */
function recentEnough(closes: readonly Close[], yesterday: Day): readonly Close[] {
  const last = closes.at(-1);
  return last && daysBetween(last.day, yesterday) < OLDEST_DAYS ? closes : [];
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

/** A provider that knows yesterday, then one that did when it last answered, then what was brought. */
function rank({ source, isCurrent }: Candidate): number {
  if (source.name === "sample") return 3;
  if (source.name === "import") return 2;
  return isCurrent ? 0 : 1;
}

/** Which of several sources is taken; what is not said is as the environment has it. */
interface Preference {
  /** To take where no other knows more … */
  preferred?: PriceSourceName;
  /** … or as soon as its closes are enough. */
  isEnough?: (closes: Closes) => boolean;
  providers?: readonly PriceProvider[];
}

/**
 * Closes that are stored, of the source that knows most of them; nobody is asked over the network.
 *
 * @param from the first day and
 * @param to the last, both among them
 * @returns `null` when no source knows any
 */
export async function closesOf(
  symbols: readonly string[],
  from: Day,
  to: Day,
  { preferred, isEnough, providers = providersOf() }: Preference = {},
): Promise<{ source: PriceSource; closes: Closes } | null> {
  const sources = await sourcesOf(providers);
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
