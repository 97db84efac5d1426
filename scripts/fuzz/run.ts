/** Sends random requests to a site, and reports those that it did not handle. */
import fc from "fast-check";
import pLimit from "p-limit";
import { ANSWER_MS, exchange, statusOf } from "./exchange";
import { requestsTo, type FuzzInput } from "./requests";
import { exploreSite, signInAgain, signUpSomebody } from "./target";

export interface FuzzOptions {
  origin: string;
  requests: number;
  seed: number;
  /** Sends only the request with this number. */
  only?: number | undefined;
  /** Called after every thousand requests. */
  onProgress?: (sent: number) => void;
}

export interface FuzzFailure {
  /** The number with which `--only` sends it again. */
  number: number;
  outcome: string;
  /** The first line of the request. */
  request: string;
}

export interface FuzzResult {
  sent: number;
  /** The number of responses by status; "none" counts connections that ended without a response. */
  statuses: Record<string, number>;
  failures: FuzzFailure[];
}

/** Requests are generated in batches, so that one can be repeated without generating all before it. */
const BATCH = 500;
const MAX_AT_ONCE = 16;
const NAME = "fuzzer";

/** Sends the wanted number of requests, or fewer if the site stops responding. */
export async function fuzz({
  origin,
  requests,
  seed,
  only,
  onProgress,
}: FuzzOptions): Promise<FuzzResult> {
  let person = await signUpSomebody(origin, NAME);
  const target = await exploreSite(origin, person);
  const madeUp = requestsTo(target, () => person);
  const limit = pLimit(MAX_AT_ONCE);
  const result: FuzzResult = { sent: 0, statuses: {}, failures: [] };

  const send = async (request: FuzzInput, number: number) => {
    const received = await exchange(origin, request);
    const status = statusOf(received);
    const outcome = status ?? "none";
    result.sent += 1;
    result.statuses[outcome] = (result.statuses[outcome] ?? 0) + 1;
    if (!isFailure(request, status, received)) return;
    const line =
      "bytes" in request ? request.bytes.toString("latin1") : `${request.method} ${request.path}`;
    result.failures.push({ number, outcome, request: JSON.stringify(line.slice(0, 200)) });
  };

  for (let from = 0; from < requests; from += BATCH) {
    if (only !== undefined && !(only >= from && only < from + BATCH)) continue;
    const batch = fc.sample(madeUp, {
      seed: seed + from,
      numRuns: Math.min(BATCH, requests - from),
    });
    await Promise.all(
      batch.map((request, i) =>
        only === undefined || only === from + i ? limit(send, request, from + i) : null,
      ),
    );
    if (!(await isUp(origin))) {
      result.failures.push({ number: from, outcome: "gone", request: `one of ${BATCH}` });
      break;
    }
    // One of the requests may have ended the session.
    person = await signInAgain(origin, NAME);
    if ((from + BATCH) % 1_000 === 0) onProgress?.(from + BATCH);
  }
  return result;
}

/**
 * Whether a response shows a fault of the site: a 5xx, except a proper 503 of a busy site, or no response to a valid
 * request.
 */
function isFailure(request: FuzzInput, status: string | undefined, received: string): boolean {
  if (status === undefined) return !("bytes" in request);
  if (status === "503") return !/^Retry-After: \d+|"error":"|<h1>/im.test(received);
  return status.startsWith("5");
}

const isUp = (origin: string) =>
  fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(ANSWER_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );
