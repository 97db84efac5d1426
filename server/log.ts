/** The server's log: one JSON object a line on standard error; standard output is for people. */
import { format } from "node:util";
import { pino, stdSerializers, type Logger } from "pino";
import type { Environment } from "~/config/env.server";

/** Makes the log at the level the environment asks for. */
export function createLog({ LOG_LEVEL }: Pick<Environment, "LOG_LEVEL">): Logger {
  return pino(
    {
      level: LOG_LEVEL,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: plainError },
    },
    // Written at once: the last lines before an exit are the ones that are wanted.
    pino.destination({ dest: 2, sync: true }),
  );
}

/**
 * Has what libraries say on the console, and Node's own warnings, written to the log as warnings: plain
 * text between its lines would break whatever reads it. Nothing of ours uses the console.
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
 * An error by its type, message, code and stack (with its causes'). Drivers and validators hang the
 * values they complain about on their errors as properties, and those may be anybody's secrets.
 */
function plainError(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const { type, message, stack, code } = stdSerializers.err(error);
  return { type, message, code, stack };
}
