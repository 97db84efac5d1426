/** Sends requests with wrk, which uses little processor time, so that the measured site has the rest. */
import { execFile, execFileSync } from "node:child_process";
import { promisify } from "node:util";
import { inProject, ScriptError } from "../../lib/project.mjs";
import { endWithRun } from "../workshop";
import { percentileOf, withoutOmissionCorrection, type Latencies } from "./latencies";
import { TIMEOUT_SECONDS, type Load, type MeasuredRequest, type Outcome } from "./load";

/** How many different requests are generated in advance; wrk repeats them. */
const REQUESTS = 10_000;
/** The limit of wrk's output, which lists each latency that occurred, to the microsecond. */
const OUTPUT_BYTES = 16 * 1024 * 1024;

let isThere: boolean | undefined;

/** @returns whether wrk is installed, as `apt-get install wrk` does */
export const hasWrk = (): boolean => (isThere ??= answersVersion());

function answersVersion(): boolean {
  try {
    execFileSync("wrk", ["-v"], { stdio: "ignore" });
    return true;
  } catch (error) {
    // wrk prints its version and exits with status 1.
    return (error as { status?: unknown }).status === 1;
  }
}

/**
 * @param load its requests must have no body
 * @param seconds a whole number, because wrk accepts no other
 * @throws ScriptError when wrk fails
 */
export async function sendWithWrk(load: Load, seconds: number): Promise<Outcome> {
  const { origin, connections, next, headers } = load;
  // wrk counts a redirect as a success, but here it means that the session is missing.
  const first = next();
  const answer = await fetch(origin + first.path, {
    headers: { ...headers, ...first.headers },
    redirect: "manual",
  });
  await answer.arrayBuffer();
  if (!answer.ok) throw new ScriptError(`${first.path} was answered ${answer.status}.`);

  const running = promisify(execFile)(
    "wrk",
    [
      ...["--threads", "1", "--connections", String(connections), "--duration", `${seconds}s`],
      ...["--timeout", `${TIMEOUT_SECONDS}s`, "--script", inProject("scripts/bench/load/wrk.lua")],
      origin,
    ],
    { maxBuffer: OUTPUT_BYTES },
  );
  endWithRun(running.child);
  running.child.stdin?.end(requestsOf(load).join("\0"));
  const { stdout } = await running;
  const line = stdout.split("\n").find((line) => line.startsWith("{"));
  if (!line) throw new ScriptError(`wrk printed no result:\n${stdout}`);
  const { latencies, microseconds, ...counts } = JSON.parse(line) as Told;
  const measured = withoutOmissionCorrection(latencies, {
    answers: counts.answers,
    connections,
    microseconds,
  });
  return {
    ...{ ...counts, seconds: microseconds / 1e6 },
    p50: percentileOf(measured, 50) / 1e3,
    p99: percentileOf(measured, 99) / 1e3,
  };
}

/** The JSON that the Lua script prints. */
interface Told extends Omit<Outcome, "seconds" | "p50" | "p99"> {
  microseconds: number;
  latencies: Latencies;
}

/** Generates the different requests of a load: only one if it is always the same. */
function requestsOf({ origin, next, headers }: Load): string[] {
  const texts = new Set<string>();
  for (let count = 0; count < REQUESTS; count += 1) {
    const text = textOf(origin, next(), headers);
    if (texts.has(text)) break;
    texts.add(text);
  }
  return [...texts];
}

function textOf(origin: string, request: MeasuredRequest, common: Load["headers"]): string {
  const headers = { host: new URL(origin).host, ...common, ...request.headers };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${request.method ?? "GET"} ${request.path} HTTP/1.1\r\n${lines.join("")}\r\n`;
}
