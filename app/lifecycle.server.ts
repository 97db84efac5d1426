/**
 * What the process around the routes needs of the application: how it opens and closes, whether it is
 * ready, and its daily upkeep. `server/` takes all of it from the build, so that each module exists once.
 */
import { EnvironmentError, environment } from "./config/env.server";
import { site } from "./config/site";
import { closeDatabase, isDatabaseReachable, startDatabase } from "./models/connection.server";
import { onOutage, startWatch } from "./models/outage.server";
import { prepareDemo, type DemoAccount } from "./services/demo/demo.server";
import { scheduleUpkeep } from "./services/jobs/upkeep.server";
import { updateSamplePrices } from "./services/prices/prices.server";
import { onWarning } from "./services/warnings.server";

const SIGNALS = ["SIGTERM", "SIGINT"] as const;

/** The site cannot start; the message says why, for the operator. */
class StartError extends Error {
  override readonly name = "StartError";
}

/**
 * Opens the database and its indexes. The build awaits this while it is imported, so no server takes a
 * request before.
 *
 * @throws StartError if the environment is invalid or the database cannot be opened
 */
export async function openSite(): Promise<void> {
  try {
    await startDatabase(environment());
  } catch (error) {
    if (error instanceof EnvironmentError) {
      throw new StartError(error.inWords("The site cannot start"));
    }
    throw new StartError(`The database cannot be opened: ${(error as Error).message}`);
  }
  startWatch();
  for (const signal of SIGNALS) process.once(signal, closeOnSignal);
}

const closeOnSignal = () => void closeDatabase();

/**
 * Adds what an empty site starts with: sample content if the environment asks for it, and sample prices.
 *
 * @param signal aborts it
 * @returns the accounts of sample content that was added just now
 */
async function prepareContent(signal: AbortSignal): Promise<DemoAccount[] | null> {
  const { DEMO, MONGODB_URI } = environment();
  const accounts = DEMO && !MONGODB_URI ? await prepareDemo(signal) : null;
  signal.throwIfAborted();
  await updateSamplePrices();
  return accounts;
}

/** The application as the server sees it. */
export const lifecycle = {
  environment,
  siteName: site.name,
  isReady: isDatabaseReachable,
  prepareContent,
  scheduleUpkeep,
  onWarning,
  onOutage,
  /** For a server that closes the site itself, after the last request. */
  ignoreSignals(): void {
    for (const signal of SIGNALS) process.off(signal, closeOnSignal);
  },
  close: closeDatabase,
};
export type Lifecycle = typeof lifecycle;
