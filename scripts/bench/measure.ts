/** Asks a server for something, again and again over some connections, and says how it went. */
import autocannon from "autocannon";
import { ScriptError } from "../lib/project.mjs";
import { percentile, type Figures } from "./figures";
import type { Server } from "./workshop";

/** Something to ask for. */
export interface Task {
  name: string;
  /** The same request each time, or what makes the next one. */
  request: MeasuredRequest | (() => MeasuredRequest);
  /** Whether it leaves something behind: then so much of it is done as is asked for, and no more. */
  writes?: boolean;
}

export interface MeasuredRequest {
  path: string;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
}

/** What every request says: as a browser's, so that it is compressed, and counted as a visitor. */
export const HEADERS = {
  accept: "text/html,application/xhtml+xml,*/*;q=0.8",
  "accept-encoding": "gzip",
  "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
};

/** How long to go on: for a time, or for a number of requests. */
export type Extent = { duration: number } | { amount: number };

const TIMEOUT_SECONDS = 60;
/** After how many requests a connection is opened anew: the site closes one after a thousand, and autocannon goes on. */
const RECONNECT_AFTER = 900;
/** How often it is looked whether the time is over. */
const SAMPLE_MS = 100;

/** @throws ScriptError when any answer is not one of success */
export async function measure(
  server: Server,
  { name, request }: Task,
  connections: number,
  extent: Extent,
): Promise<Figures> {
  const before = server.usage();
  const took: number[] = [];
  const { errors, timeouts, non2xx, duration, ...result } = await new Promise<autocannon.Result>(
    (resolve, reject) => {
      const running = autocannon(
        {
          ...{ url: server.origin, connections, timeout: TIMEOUT_SECONDS, sampleInt: SAMPLE_MS },
          reconnectRate: RECONNECT_AFTER,
          ...extent,
          headers: HEADERS,
          requests: [typeof request === "function" ? { setupRequest: changing(request) } : request],
        },
        (error, result) => (error ? reject(error as Error) : resolve(result)),
      );
      running.on("response", (_client, _status, _bytes, milliseconds) => took.push(milliseconds));
    },
  );
  const after = server.usage();
  // So slow that nothing was answered in time is measured for longer.
  const seconds = "duration" in extent ? extent.duration : TIMEOUT_SECONDS;
  if (!errors && !non2xx && !took.length && seconds < TIMEOUT_SECONDS) {
    return measure(server, { name, request }, connections, { duration: seconds * 4 });
  }
  // A time-out is one of the errors.
  if (errors || non2xx || !result["2xx"]) {
    throw new ScriptError(
      `${name}, ${connections} connections: of ${result.requests.total} answers ${non2xx} were no success, ${errors - timeouts} connections broke, ${timeouts} requests timed out.`,
    );
  }
  took.sort((a, b) => a - b);
  return {
    requestsPerSecond: took.length / duration,
    ...{ p50: percentile(took, 50), p99: percentile(took, 99) },
    cpuMs: before && after ? ((after.cpuSeconds - before.cpuSeconds) * 1000) / took.length : null,
  };
}

const changing =
  (next: () => MeasuredRequest) =>
  (request: autocannon.Request): autocannon.Request => {
    const { headers, ...asked } = next();
    return { ...request, ...asked, headers: { ...HEADERS, ...headers } };
  };
