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
}: TestLimits = {}): LoadLimits => {
  const environment = readEnvironment(env);
  return createLoadLimits({
    environment,
    hooks: {
      addressKey,
      readsPerMinute: () => environment.RATE_LIMIT_READS,
      recordEvent: () => {},
      rateLimitMessage: (seconds) => rateLimitError(seconds).message,
    },
    log,
    ...rest,
  });
};
