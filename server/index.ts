/** The site's process, from nothing to an address that answers, and back. */
import type { Server } from "node:http";
import type { Logger } from "pino";
import { EnvironmentError, environment as readOnce, type Environment } from "~/config/env.server";
import { closeDatabase, isDatabaseReachable, startDatabase } from "~/models/connection.server";
import { onOutage } from "~/models/outage.server";
import { prepareDemonstration, type DemonstrationAccount } from "~/services/demo/demo.server";
import { keepSamplePrices } from "~/services/prices/prices.server";
import { onWarning } from "~/services/warnings.server";
import { createApplication } from "./application";
import { createHttpServer, listen } from "./listen";
import { createLog } from "./log";
import { registerModels } from "./models";
import { fromBuild, fromVite } from "./routes";
import { exitOnUnexpected, stopOnSignal, type Shutdown } from "./shutdown";
import { scheduleUpkeep } from "./upkeep";

/** A database that cannot be opened; its message says all that whoever starts the site can use. */
class DatabaseError extends Error {}

try {
  await start();
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}

async function start(): Promise<void> {
  const environment = readOnce();
  process.env.NODE_ENV = environment.NODE_ENV; // React and Remix look there.
  const log = createLog(environment);
  exitOnUnexpected(log);
  onWarning(({ what, error }) => log.warn({ err: error }, what));
  onOutage((isDown) => {
    if (isDown) log.error("the database does not answer");
    else log.info("the database answers again");
  });
  const server = createHttpServer(environment);
  const shutdown = stopOnSignal(server, log);

  await shutdown.duringStart((signal) => serve({ environment, log, server, shutdown, signal }));
}

interface Serving {
  environment: Environment;
  log: Logger;
  server: Server;
  shutdown: Shutdown;
  /** Aborted when the process is asked to stop before it serves. */
  signal: AbortSignal;
}

async function serve({ environment, log, server, shutdown, signal }: Serving): Promise<void> {
  shutdown.afterwards(closeDatabase);
  await registerModels();
  await startDatabase(environment).catch((error: unknown) => {
    log.debug({ err: error }, "the database cannot be opened");
    throw new DatabaseError(`The database cannot be opened: ${(error as Error).message}`);
  });
  signal.throwIfAborted();
  if (environment.DEMO && !environment.MONGODB_URI)
    tellAccounts(await prepareDemonstration(signal));
  signal.throwIfAborted();
  await keepSamplePrices();

  const development = environment.NODE_ENV === "development";
  const { files, routes, close } = await (development ? fromVite(server) : fromBuild());
  shutdown.afterwards(close);
  const isReady = async () => !shutdown.stopping && (await isDatabaseReachable());
  server.on("request", createApplication({ environment, log, isReady, files, routes }));

  signal.throwIfAborted();
  const address = await listen(server, environment);
  shutdown.afterwards(scheduleUpkeep(log));
  process.stdout.write(`${address}\n`);
}

/** Passwords are told once, when they are made: the database keeps only their hashes. */
function tellAccounts(accounts: DemonstrationAccount[] | null): void {
  if (!accounts) return;
  const lines = accounts.map(({ email, password, name }) => `  ${email}  ${password}  (${name})`);
  const title = "The database was empty; it now holds sample content. Accounts to sign in with:";
  process.stdout.write(`${[title, ...lines].join("\n")}\n`);
}

/** What keeps the site from starting, in words where they help and with its stack where not. */
function explain(error: unknown): string {
  if (error instanceof EnvironmentError) return error.inWords("The site cannot start");
  if (error instanceof DatabaseError) return error.message;
  const { code, message, stack } = error as NodeJS.ErrnoException;
  const { HOST, PORT } = readOnce();
  if (code === "EADDRINUSE") return `Port ${PORT} on ${HOST} is in use; set PORT to another one.`;
  if (code === "EACCES" || code === "EADDRNOTAVAIL")
    return `Cannot listen on ${HOST}:${PORT}: ${message}`;
  return stack ?? message;
}
