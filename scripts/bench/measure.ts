/** Sends a request to a server repeatedly, over several connections, and measures the responses. */
import { ScriptError } from "../lib/project.mjs";
import type { Figures } from "./figures";
import { sendWithAutocannon } from "./load/autocannon";
import {
  TIMEOUT_SECONDS,
  type MeasurementLength,
  type Load,
  type MeasuredRequest,
} from "./load/load";
import { hasWrk, sendWithWrk } from "./load/wrk";
import type { Server } from "./workshop";

export type { MeasurementLength, MeasuredRequest } from "./load/load";

/** A request to measure. */
export interface Task {
  name: string;
  /** The same request each time, or a function that returns the next one. */
  request: MeasuredRequest | (() => MeasuredRequest);
  /** Whether the request stores something. It is then sent exactly as often as wanted. */
  writes?: boolean;
}

/** The headers of every request, as from a browser: so that the response is compressed, and the view is counted. */
export const HEADERS = {
  accept: "text/html,application/xhtml+xml,*/*;q=0.8",
  "accept-encoding": "gzip",
  "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
};

/** @throws ScriptError if any request fails */
export async function measure(
  server: Server,
  task: Task,
  connections: number,
  extent: MeasurementLength,
): Promise<Figures> {
  const { name, request } = task;
  const next = typeof request === "function" ? request : () => request;
  const before = server.usage();
  const { answers, seconds, p50, p99, ...failed } = await send(
    { origin: server.origin, connections, next, headers: HEADERS },
    extent,
  );
  const after = server.usage();
  const { refused, broken, timedOut } = failed;
  // If the server is so slow that no response came in time, it is measured for longer.
  const duration = "duration" in extent ? extent.duration : TIMEOUT_SECONDS;
  if (!answers && !broken && !timedOut && duration < TIMEOUT_SECONDS) {
    return measure(server, task, connections, { duration: duration * 4 });
  }
  if (refused || broken || timedOut || !answers) {
    throw new ScriptError(
      `${name}, ${connections} connections: of ${answers} answers ${refused} were no success, ${broken} connections broke, ${timedOut} requests timed out.`,
    );
  }
  return {
    requestsPerSecond: answers / seconds,
    ...{ p50, p99 },
    cpuMs: before && after ? ((after.cpuSeconds - before.cpuSeconds) * 1000) / answers : null,
  };
}

/** Uses wrk for a duration, in whole seconds, and autocannon for a number of requests and for writes. */
const send = (load: Load, extent: MeasurementLength) =>
  "duration" in extent && hasWrk()
    ? sendWithWrk(load, Math.max(1, Math.round(extent.duration)))
    : sendWithAutocannon(load, extent);
