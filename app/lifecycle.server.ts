/**
 * The application's interface for the server process: opening and closing the site, its readiness and its daily
 * upkeep. `server/` imports it from the build, so that each module is loaded only once.
 */
import { EnvironmentError, environment } from "./config/env.server";
import { cacheableAddress } from "./services/cacheable-addresses.server";
import { EVERYTHING, hottestTag } from "./config/page-tags";
import { site } from "./config/site";
import { findArticleOwner } from "./models/article.server";
import { closeDatabase, startDatabase } from "./models/connection.server";
import { isDatabaseReachable, isDatabaseUnavailable, onOutage } from "./models/outage.server";
import { limits } from "./models/rate-limits.server";
import { CONTENT_PREPARED, setSettingIfMissing } from "./models/setting.server";
import { countCollectedViews, countViewLater } from "./services/articles/view-batch.server";
import { countRead, storeDayCounts } from "./services/day-counts.server";
import { rateLimitError } from "./services/errors";
import { prepareDemo, type DemoAccount } from "./services/demo/demo.server";
import { onEvent, recordEvent, storeCollectedEvents } from "./services/events/events.server";
import { inRequest } from "./services/events/request-context.server";
import { scheduleDigests } from "./services/digest/digest.server";
import { scheduleExports } from "./services/exports/exports.server";
import { storeCollectedReadings } from "./services/readings/readings.server";
import { scheduleUpkeep } from "./services/upkeep.server";
import { setLocalOrigin } from "./services/mail/optional-mails.server";
import { scheduleMail } from "./services/mail/outbox.server";
import { undoQueue } from "./services/moderation/undo.server";
import { announcementQueue } from "./services/notices/deliver.server";
import { outboxPath, outboxDirectory } from "./services/mail/transport.server";
import {
  invalidate,
  onInvalidation,
  readInvalidationLog,
} from "./services/cache/invalidation.server";
import { cacheReads } from "./services/cache/cached-reads.server";
import { createTaggedCache } from "./services/cache/tagged-cache.server";
import { followSiteSettings } from "./services/site-settings/site-settings.server";
import { updateSamplePrices } from "./services/prices/prices.server";
import { signingKey } from "./services/ledger/signing-key.server";
import { onWarning, reportWarning } from "./services/warnings.server";
import { methodsOf } from "./utils/http/allowed-methods.server";
import { SESSION_COOKIE } from "./utils/http/auth.server";
import { addressKey, isPageViewBy } from "./utils/http/request-client.server";
import { cookieName } from "./utils/http/site-cookie.server";
import { VIEW_COOKIE, viewCookies } from "./utils/article-view.server";
import { SCHEME_COOKIE, schemeCookies } from "./utils/theme/color-scheme.server";
import { TOAST_COOKIE } from "./utils/toasts/toast.server";

const SIGNALS = ["SIGTERM", "SIGINT"] as const;

/** Thrown if the site cannot start; the message tells the operator why. */
class StartError extends Error {
  override readonly name = "StartError";
}

let stopFollowingSettings = () => Promise.resolve();

/**
 * Opens the database and its indexes. The build awaits this while it is imported, so no server accepts
 * requests before it is done.
 *
 * @throws StartError if the environment is invalid or the database cannot be opened
 */
export async function openSite(): Promise<void> {
  try {
    // A worker that replaces another must not create the database again, empty, if it has gone missing since.
    await startDatabase(environment(), { create: !process.env.CONTENT_IS_PREPARED });
  } catch (error) {
    if (error instanceof EnvironmentError) {
      throw new StartError(error.inWords("The site cannot start"));
    }
    throw new StartError(`The database cannot be opened: ${(error as Error).message}`);
  }
  stopFollowingSettings = await followSiteSettings();
  for (const signal of SIGNALS) process.once(signal, closeOnSignal);
}

/** Reads or creates the ledger's key. Without one nothing enters the ledger, but the site works. */
function prepareLedgerKey(): void {
  try {
    signingKey();
  } catch (error) {
    reportWarning("the key that signs the ledger cannot be read or created")(error);
  }
}

const closeOnSignal = () => void closeDatabase();

/**
 * Adds the initial content of a site: sample content if the environment asks for it, and sample prices.
 *
 * @param signal aborts the preparation
 * @returns the demo accounts if sample content has just been added, otherwise `null`
 * @throws StartError if the database cannot be written
 */
async function prepareContent(signal: AbortSignal): Promise<DemoAccount[] | null> {
  const { DEMO, MONGODB_URI } = environment();
  prepareLedgerKey();
  try {
    const accounts = DEMO && !MONGODB_URI ? await prepareDemo(signal) : null;
    signal.throwIfAborted();
    await updateSamplePrices();
    // Recorded, so that a later start never adds sample content to a database that has been used.
    await setSettingIfMissing(CONTENT_PREPARED, new Date());
    return accounts;
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    throw new StartError(`The site cannot start. ${(error as Error).message}`);
  }
}

/** The application's interface for the server's page cache. */
const pageCache = {
  cacheableAddress,
  /** @returns the tag of what is shown beside an article */
  tagBeside: async (articleId: string) =>
    hottestTag((await findArticleOwner(articleId))?.category ?? ""),
  /** Requests with one of these cookies bypass the cache. */
  personalCookies: () => [SESSION_COOKIE, TOAST_COOKIE].map(cookieName),
  /** The only cookies that an anonymous page depends on, and their values as browsers send them. */
  schemeCookie: () => cookieName(SCHEME_COOKIE),
  schemeCookies,
  viewCookie: () => cookieName(VIEW_COOKIE),
  viewCookies,
  createCache: createTaggedCache,
  cacheReads,
  onInvalidation,
  readInvalidationLog,
  /** For the start of a process: one that was killed may have written data without sending its invalidations. */
  invalidateEverything: () => invalidate(EVERYTHING),
  countRead,
  isPageView: isPageViewBy,
  /** @param address the network address of the visitor, who is not signed in */
  countViewLater: (articleId: string, address: string) =>
    countViewLater(articleId, { userId: null, address: addressKey(address) }),
};
export type PageCacheHooks = typeof pageCache;

/** The application's interface for the server process. */
export const lifecycle = {
  environment,
  siteName: () => site.name,
  /** How many requests for pages a visitor may send in a minute. */
  readsPerMinute: () => limits().reads.points,
  isReady: isDatabaseReachable,
  addressKey,
  /** The error message for a client that exceeds a rate limit. */
  rateLimitMessage: (retryAfterSeconds: number) => rateLimitError(retryAfterSeconds).message,
  prepareContent,
  scheduleUpkeep,
  scheduleMail,
  scheduleNotices: announcementQueue.schedule,
  scheduleUndoing: undoQueue.schedule,
  scheduleExports,
  scheduleDigests,
  setLocalOrigin,
  /** The directory that mails are written to; `null` if they are sent by SMTP. */
  mailDirectory: () => (environment().SMTP_URL ? null : outboxDirectory()),
  /** The path and query of the page that shows them; `null` if there is none. */
  outboxPath,
  methodsOf,
  onWarning,
  onOutage,
  onEvent,
  recordEvent,
  inRequest,
  countRead,
  pageCache,
  /** For a server that closes the site itself, after the last request. */
  ignoreSignals(): void {
    for (const signal of SIGNALS) process.off(signal, closeOnSignal);
  },
  async close(): Promise<void> {
    await countCollectedViews();
    await storeCollectedReadings();
    await storeDayCounts();
    await storeCollectedEvents();
    await stopFollowingSettings();
    await closeDatabase();
  },
};
export type Lifecycle = typeof lifecycle;
