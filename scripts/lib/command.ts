/** The interface of commands, which an operator starts or a test calls. */
import type { Readable } from "node:stream";
import { environment, type Environment } from "~/config/env.server";
import { closeDatabase, startDatabase } from "~/models/connection.server";
import { isDatabaseReachable } from "~/models/outage.server";
import { ServiceError } from "~/services/errors";
import { storeCollectedEvents } from "~/services/events/events.server";
import { loadSiteSettings } from "~/services/site-settings/site-settings.server";

export interface CommandContext {
  /** The arguments after the command's name. */
  args: readonly string[];
  /** Prints a line to standard output. */
  print(text: string): void;
  /** Prints a line to standard error. */
  printError(text: string): void;
  input: Readable;
  settings(): Pick<Environment, "DATA_DIR" | "MONGODB_URI" | "PRICE_PROVIDERS">;
}

/** The type of the function `run` that each file of `scripts/commands/` exports. @returns the exit code */
export type Command = (context: CommandContext) => Promise<number>;

/** Creates the context of a command that runs as its own process. */
export const processContext = (args: readonly string[]): CommandContext => ({
  args,
  print: (text) => console.log(text),
  printError: (text) => console.error(text),
  input: process.stdin,
  settings: environment,
});

/** Calls `act` with the database open, and closes the database unless it was open before. */
export async function withDatabase<Result>(
  { settings }: Pick<CommandContext, "settings">,
  act: () => Promise<Result>,
): Promise<Result> {
  const wasOpen = isDatabaseReachable();
  await startDatabase(settings());
  try {
    await loadSiteSettings();
    return await act();
  } finally {
    await storeCollectedEvents();
    if (!wasOpen) await closeDatabase();
  }
}

/**
 * Calls `act` with the database open and prints what it returns. An error of a service is printed with its cause; any
 * other error is thrown.
 * @returns the exit code
 */
export async function printFromDatabase(
  context: CommandContext,
  act: () => Promise<string>,
): Promise<number> {
  try {
    context.print(await withDatabase(context, act));
    return 0;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { message, cause } = error;
    context.printError(cause instanceof Error ? `${message}: ${cause.message}` : message);
    return 1;
  }
}
