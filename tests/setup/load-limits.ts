/** The server's load limits, for an application that a test assembles. */
import { pino, type Logger } from "pino";
import { readEnvironment } from "~/config/env.server";
import { rateLimitError } from "~/services/errors";
import { addressKey } from "~/utils/http/request-client.server";
import { createLoadLimits, type LoadLimits } from "../../server/load-limits";

interface TestLimits {
  env?: Record<string, string>;
  log?: Logger;
  longestAnswerMs?: number;
}

export const testLoadLimits = ({
  env = {},
  log = pino({ level: "silent" }),
  ...rest
}: TestLimits = {}): LoadLimits =>
  createLoadLimits({
    environment: readEnvironment(env),
    hooks: {
      addressKey,
      recordEvent: () => {},
      rateLimitMessage: (seconds) => rateLimitError(seconds).message,
    },
    log,
    ...rest,
  });
