/** The entry point of a process that serves the site: starts the application, listens, and shuts down. */
import cluster from "node:cluster";
import type { Environment } from "~/config/env.server";
import type { Lifecycle } from "~/lifecycle.server";
import { createApplication } from "./application";
import { drainOnStop } from "./drain";
import { createHttpServer, listen } from "./listen";
import { createLog, logConsole } from "./log";
import { createLoadLimits } from "./load-limits";
import { createPageCache } from "./page-cache/page-cache";
import { fromBuild, fromVite } from "./routes";
import { exitOnUnexpected, stopOnSignal, type ServingMessage, type Shutdown } from "./shutdown";

const shutdown = stopOnSignal();
try {
  await shutdown.duringStart((signal) => start(shutdown, signal));
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  await shutdown.afterFailedStart();
}

/** @param signal aborted if the process is asked to stop before it serves */
async function start(shutdown: Shutdown, signal: AbortSignal): Promise<void> {
  process.env.NODE_ENV ||= "production"; // React reads this when it is loaded.
  const isDevelopment = process.env.NODE_ENV === "development";
  const source = await (isDevelopment ? fromVite() : fromBuild());
  shutdown.afterwards(source.close);
  const { lifecycle, files, routes, methodsAt, render } = source;
  shutdown.afterwards(lifecycle.close);
  lifecycle.ignoreSignals();
  signal.throwIfAborted();

  const environment = lifecycle.environment();
  const log = createLog(environment);
  shutdown.logTo(log);
  exitOnUnexpected(log);
  if (!isDevelopment) logConsole(log);
  lifecycle.onWarning(({ message, error }) => log.warn({ err: error }, message));
  lifecycle.onEvent(({ level, ...event }) => log[level](event, "event"));
  lifecycle.onOutage((isDown, reason) => {
    if (isDown) log.error({ err: reason }, "the database does not answer");
    else log.info("the database answers again");
  });
  if (!process.env.CONTENT_IS_PREPARED) {
    announceAccounts(await lifecycle.prepareContent(signal));
  }
  signal.throwIfAborted();

  const server = createHttpServer(environment, lifecycle);
  source.attach(server);
  const drain = drainOnStop(server);
  const isReady = () => !shutdown.stopping && lifecycle.isReady();
  const { siteName } = lifecycle;
  const pageCache =
    render && environment.PAGE_CACHE_MB
      ? await createPageCache({ environment, hooks: lifecycle.pageCache, render, log })
      : undefined;
  if (!pageCache) {
    // Without kept pages, the process still has to hear that the settings have changed.
    shutdown.afterwards(lifecycle.pageCache.readInvalidationLog().stop);
  }
  const loadLimits = createLoadLimits({ environment, hooks: lifecycle, log });
  shutdown.afterwards(async () => loadLimits.close());
  const parts = {
    environment,
    siteName,
    log,
    isReady,
    files,
    routes,
    methodsAt,
    loadLimits,
    pageCache,
    events: lifecycle,
  };
  server.on("request", createApplication(parts));
  const address = await listen(server, environment);
  lifecycle.setLocalOrigin(address);
  if (pageCache) shutdown.afterwards(pageCache.close);
  shutdown.afterwards(lifecycle.scheduleUpkeep(log));
  shutdown.afterwards(lifecycle.scheduleMail());
  shutdown.afterwards(lifecycle.scheduleNotices());
  shutdown.afterwards(lifecycle.scheduleUndoing());
  shutdown.afterwards(lifecycle.scheduleExports());
  shutdown.afterwards(lifecycle.scheduleDigests());
  const directory = lifecycle.mailDirectory();
  if (directory) log.info({ directory }, "mails are written to files, since SMTP_URL is not set");
  shutdown.afterwards(drain);
  const outbox = lifecycle.outboxPath();
  if (outbox && !process.env.CONTENT_IS_PREPARED) {
    process.stdout.write(`Mails are shown at ${address}${outbox}\n`);
  }
  announceSite(address, environment);
}

/** The address is printed once: by this process if it is alone, else by the primary. */
function announceSite(
  address: string,
  { WEB_CONCURRENCY: workers, LOG_LEVEL: logLevel }: Environment,
): void {
  if (cluster.worker) {
    cluster.worker.send({ serving: { address, workers, logLevel } } satisfies ServingMessage);
  } else process.stdout.write(`${address}\n`);
}

/** Passwords are printed only when they are created, because the database stores only their hashes. */
function announceAccounts(accounts: Awaited<ReturnType<Lifecycle["prepareContent"]>>): void {
  if (!accounts) return;
  const lines = accounts.map(({ email, password, name }) => `  ${email}  ${password}  (${name})`);
  const title = "The database was empty; it now holds sample content. Accounts to sign in with:";
  process.stdout.write(`${[title, ...lines].join("\n")}\n`);
}

/** @returns why the site cannot start: a message for the operator if there is one, else the stack */
function explain(error: unknown): string {
  const { name, message, stack } = error as Error;
  return ["StartError", "ListenError"].includes(name) ? message : (stack ?? message);
}
