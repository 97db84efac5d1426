/** Sends requests to a server over several connections, and measures the responses. */
import autocannon from "autocannon";
import { ScriptError } from "../lib/project.mjs";
import type { Figures } from "./results";
import type { Server } from "./servers";

export interface SentRequest {
  path: string;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
}

/** The headers of every request, as from a browser, so that the response is compressed. */
export const HEADERS = {
  accept: "text/html,application/xhtml+xml,*/*;q=0.8",
  "accept-encoding": "gzip",
  "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
};

/** The site closes a connection after a thousand requests, which autocannon does not handle. */
const RECONNECT_AFTER = 900;
const TIMEOUT_SECONDS = 60;

/** @param requests are sent in turn @throws ScriptError if a response is missing, an error or a redirect */
export async function measure(
  server: Pick<Server, "origin" | "usage">,
  requests: readonly SentRequest[],
  connections: number,
  seconds: number,
): Promise<Figures> {
  const before = server.usage();
  const result = await autocannon({
    url: server.origin,
    connections,
    duration: seconds,
    sampleInt: 100,
    timeout: TIMEOUT_SECONDS,
    reconnectRate: RECONNECT_AFTER,
    requests: requests.map((one) => ({ ...one, headers: { ...HEADERS, ...one.headers } })),
  });
  const after = server.usage();
  const { "2xx": answers, non2xx: refusals, errors } = result;
  // If the machine is so slow that no response came in time, it gets more.
  if (!answers && !refusals && !errors && seconds < TIMEOUT_SECONDS) {
    return measure(server, requests, connections, seconds * 4);
  }
  if (!answers || refusals || errors) {
    throw new ScriptError(
      `${requests[0]?.path}: ${answers} answers, ${refusals} refusals, ${errors} errors.`,
    );
  }
  return {
    rate: answers / result.duration,
    p99: result.latency.p99,
    cpuMs: before && after ? ((after.cpuSeconds - before.cpuSeconds) * 1000) / answers : null,
  };
}

/** Posts something once a second while `act` runs. @throws the error of `act`, or ScriptError if a post is refused */
export async function withWriter<Result>(
  { origin }: Server,
  write: () => SentRequest,
  act: () => Promise<Result>,
): Promise<Result> {
  const posts: Promise<string | null>[] = [];
  const post = () => void posts.push(refusalOf(origin, write()));
  post();
  const timer = setInterval(post, 1_000);
  try {
    return await act();
  } finally {
    clearInterval(timer);
    const refusal = (await Promise.all(posts)).find((one) => one !== null);
    // eslint-disable-next-line no-unsafe-finally
    if (refusal) throw new ScriptError(refusal);
  }
}

/** @returns `null` if the request succeeded */
async function refusalOf(origin: string, { path, ...request }: SentRequest) {
  const response = await fetch(origin + path, request);
  const body = await response.text();
  return response.ok ? null : `Posting to ${path} was answered ${response.status}: ${body}`;
}
