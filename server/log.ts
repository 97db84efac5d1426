/** The server's log: one JSON object per line on standard error; standard output is for people. */
import { format } from "node:util";
import { pino, stdSerializers, type Logger } from "pino";
import type { Environment } from "~/config/env.server";

/** Creates the log with the level that the environment sets. */
export function createLog({ LOG_LEVEL }: Pick<Environment, "LOG_LEVEL">): Logger {
  return pino(
    {
      level: LOG_LEVEL,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: plainError },
    },
    // Written synchronously, so that the last lines before an exit are not lost.
    pino.destination({ dest: 2, sync: true }),
  );
}

/**
 * Redirects the console output of libraries and Node's own warnings to the log, as warnings: plain text
 * between its lines would break programs that parse it. Our own code does not use the console.
 */
export function logConsole(log: Logger): void {
  const write = (...values: unknown[]) => {
    const err = values.find((value) => value instanceof Error);
    log.warn({ err }, format(...values.map((value) => (value === err ? String(err) : value))));
  };
  for (const method of ["error", "warn", "trace"] as const) console[method] = write;
  process.removeAllListeners("warning").on("warning", (warning) => write(warning));
}

/**
 * Serialises an error with its type, message, code and stack (with those of its causes). All other
 * properties are left out: drivers and validators attach the rejected values, which may be users' secrets.
 */
function plainError(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const { type, message, stack, code } = stdSerializers.err(error);
  return { type, message, code, stack };
}
