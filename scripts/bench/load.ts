/** Sends requests to a server over several connections, and measures the responses. */
import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";
import { installDebianPackages } from "../lib/debian.mjs";
import { inProject, ScriptError } from "../lib/project.mjs";
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

const TIMEOUT_SECONDS = 60;

/**
 * Sends requests in turn for some seconds with wrk, which takes little processor time, so that the server has the rest.
 *
 * @throws ScriptError if a response is missing, an error or a redirect
 */
export async function measure(
  server: Pick<Server, "origin" | "usage">,
  requests: readonly SentRequest[],
  connections: number,
  seconds: number,
): Promise<Figures> {
  const path = requests[0]?.path ?? "";
  // wrk counts a redirect as an answer, but here it means that the session is missing.
  const first = await fetch(server.origin + path, {
    headers: { ...HEADERS, ...requests[0]?.headers },
    redirect: "manual",
  });
  await first.arrayBuffer();
  if (!first.ok) throw new ScriptError(`${path} was answered ${first.status}.`);
  const before = server.usage();
  const { answers, refusals, errors, ...result } = await runWrk(
    [
      ...["--threads", "1", "--connections", String(connections), "--duration", `${seconds}s`],
      ...["--timeout", `${TIMEOUT_SECONDS}s`, "--script", inProject("scripts/bench/load.lua")],
      server.origin,
    ],
    requests.map((request) => textOf(server.origin, request)).join("\0"),
  );
  const after = server.usage();
  // If the machine is so slow that no response came in time, it gets more.
  if (!answers && !refusals && !errors && seconds < TIMEOUT_SECONDS) {
    return measure(server, requests, connections, seconds * 4);
  }
  if (!answers || refusals || errors) {
    throw new ScriptError(`${path}: ${answers} answers, ${refusals} refusals, ${errors} errors.`);
  }
  return {
    rate: answers / result.seconds,
    p99: result.p99,
    cpuMs: before && after ? ((after.cpuSeconds - before.cpuSeconds) * 1000) / answers : null,
  };
}

/** What the Lua script prints: numbers of responses, and the 99th percentile of the latency in milliseconds. */
interface Outcome {
  answers: number;
  seconds: number;
  p99: number;
  refusals: number;
  errors: number;
}

async function runWrk(args: string[], input: string): Promise<Outcome> {
  const running = promisify(execFile)("wrk", args);
  running.child.stdin?.end(input);
  const { stdout } = await running;
  const line = stdout.split("\n").find((one) => one.startsWith("{"));
  if (!line) throw new ScriptError(`wrk printed no result:\n${stdout}`);
  return JSON.parse(line) as Outcome;
}

function textOf(origin: string, { path, method = "GET", headers, body = "" }: SentRequest): string {
  const all = { host: new URL(origin).host, ...HEADERS, ...headers };
  const length = method === "GET" ? [] : [`content-length: ${Buffer.byteLength(body)}\r\n`];
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${[...lines, ...length].join("")}\r\n${body}`;
}

/** Finds wrk, or installs Debian's package. @throws ScriptError if there is none */
export async function ensureWrk(): Promise<void> {
  if (hasWrk()) return;
  await installDebianPackages("wrk");
  if (!hasWrk()) throw new ScriptError("The benchmarks need wrk: apt-get install wrk");
}

/** wrk prints its version and exits with status 1. */
const hasWrk = () => spawnSync("wrk", ["-v"]).status === 1;

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
