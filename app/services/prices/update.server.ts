import { setTimeout as delay } from "node:timers/promises";
import { millisecondsInMinute } from "date-fns/constants";
import { addDays, dayOf, type Day } from "~/domain/calendar-days";
import { momentumAssets } from "~/domain/momentum";
import { priceSources } from "~/domain/price-sources";
import { findToken } from "~/domain/tokens";
import { acquireLock } from "~/models/job-lock.server";
import { readSetting, writeSetting } from "~/models/setting.server";
import { lastDay } from "~/models/price.server";
import { tokensInUse } from "~/models/recommendation.server";
import {
  createFetchJson,
  DEFAULT_TIMEOUTS,
  withTimeout,
  type FetchJson,
  type FetchTimeouts,
} from "../fetch-json.server";
import { isSampleDatabase } from "../sample-content.server";
import { fetchMissing, type FetchClosesError, type RefusedFetch } from "./fetch-closes.server";
import type { ForcedCloses } from "./judge-closes.server";
import type { PriceProvider, DateRange } from "./provider.server";
import { configuredProviders } from "./providers.server";
import { prepareSamplePrices } from "./sample.server";

/** How many days of closes to fetch; every provider serves a little more than this. */
export const HISTORY_DAYS = 700;
/** The number of refused closes that an update lists for each asset and provider. */
const MAX_NAMED = 10;

export interface PriceUpdate {
  /** Whether the database holds sample content; then no provider is queried. */
  isSample: boolean;
  /** The tokens in use that a provider trades. */
  assets: string[];
  changes: number;
  failures: FetchClosesError[];
  /** The newest closes of each asset and provider that were refused as implausible. */
  refused: RefusedFetch[];
  /** The number of further refused closes. */
  moreRefused: number;
  /** The tokens for which no provider has yesterday's close. */
  behind: string[];
  /** The tokens in use that no provider trades. */
  untraded: string[];
}

export interface UpdateOptions {
  now?: Date;
  signal?: AbortSignal;
  providers?: readonly PriceProvider[];
  patience?: FetchTimeouts;
  days?: number;
  /** Closes that are stored even if they are implausible. */
  forced?: ForcedCloses;
  /** Called before each request. */
  onProgress?: (progress: { done: number; all: number; asset: string; source: string }) => void;
}

/**
 * Fetches missing closes of every token in use. If the first provider fails for any token, or a close of yesterday is
 * refused, the next provider is queried for all tokens, because computations need all closes from one source.
 */
export async function updatePrices(options: UpdateOptions = {}): Promise<PriceUpdate> {
  const { now = new Date(), providers = configuredProviders(), days = HISTORY_DAYS } = options;
  const today = dayOf(now);
  const span = { from: addDays(today, -days), to: addDays(today, -1) };
  const report: PriceUpdate = {
    isSample: await isSampleDatabase(),
    assets: [],
    changes: 0,
    failures: [],
    refused: [],
    moreRefused: 0,
    behind: [],
    untraded: [],
  };
  if (report.isSample) {
    await prepareSamplePrices(today);
    return report;
  }
  for (const asset of new Set([...momentumAssets, ...(await tokensInUse())])) {
    const isTraded = !providers.length || providers.some(({ name }) => findToken(asset)?.[name]);
    (isTraded ? report.assets : report.untraded).push(asset);
  }
  const asking = pacedAsking();
  for (const provider of providers) {
    const isComplete = await updateFrom(provider, span, report, { ...options, providers, asking });
    if (isComplete || options.signal?.aborted) break;
  }
  report.behind = await behind(report.assets, providers, span.to);
  return report;
}

type Asking = (provider: PriceProvider, fetchJson: FetchJson) => FetchJson;

/** Returns a function that adds to a fetch function the pauses that a provider's terms require. */
function pacedAsking(): Asking {
  const lastAsked = new Map<string, number>();
  return ({ name, pauseMs }, fetchJson) =>
    async (url) => {
      await delay(Math.max(0, (lastAsked.get(name) ?? 0) + pauseMs - Date.now()));
      lastAsked.set(name, Date.now());
      return fetchJson(url);
    };
}

interface Updating extends UpdateOptions {
  providers: readonly PriceProvider[];
  asking: Asking;
}

/** @returns whether no request failed and yesterday's close of every asset was accepted */
async function updateFrom(
  provider: PriceProvider,
  span: DateRange,
  report: PriceUpdate,
  { signal, patience = DEFAULT_TIMEOUTS, onProgress, providers, forced, asking }: Updating,
): Promise<boolean> {
  const all = report.assets.length;
  let isComplete = true;
  for (const [done, asset] of report.assets.entries()) {
    if (signal?.aborted) return false;
    onProgress?.({ done, all, asset, source: priceSources[provider.name].label });
    const { changes, failure, refused } = await withTimeout(patience.allMs, signal, (limit) => {
      const fetchJson = createFetchJson(patience, limit);
      const ask = (asked: PriceProvider) => asking(asked, fetchJson);
      return fetchMissing(provider, asset, span, { ask, providers, forced });
    });
    report.changes += changes;
    if (failure) report.failures.push(failure);
    report.refused.push(...refused.slice(-MAX_NAMED));
    report.moreRefused += Math.max(0, refused.length - MAX_NAMED);
    if (failure || refused.at(-1)?.day === span.to) isComplete = false;
  }
  return isComplete;
}

async function behind(
  assets: readonly string[],
  providers: readonly PriceProvider[],
  yesterday: Day,
): Promise<string[]> {
  const isBehind = await Promise.all(
    assets.map(async (asset) => {
      const days = await Promise.all(providers.map(({ name }) => lastDay(name, asset)));
      return !days.some((day) => day !== null && day >= yesterday);
    }),
  );
  return assets.filter((_, i) => isBehind[i]);
}

const UPDATED = "prices updated";
/** Slightly less than an hour, so that the lock, which is never released, has expired by the next hourly check. */
const UPDATE_LOCK_MS = 50 * millisecondsInMinute;

/**
 * Updates the prices once per UTC day, in whichever process comes first; retries after an hour if closes
 * are still missing.
 * @returns `null` if there was nothing to do or no provider is configured
 */
export async function updatePricesDaily(
  signal?: AbortSignal,
  options: Omit<UpdateOptions, "signal"> = {},
): Promise<PriceUpdate | null> {
  const { now = new Date(), providers = configuredProviders() } = options;
  const today = dayOf(now);
  if (!providers.length && !(await isSampleDatabase())) return null;
  if ((await readSetting(UPDATED)) === today) return null;
  if (!(await acquireLock("update prices", UPDATE_LOCK_MS)).isMine) return null;
  const update = await updatePrices({ ...options, now, providers, signal });
  if (!update.behind.length && !signal?.aborted) await writeSetting(UPDATED, today);
  return update;
}
