/** Fetches JSON from other servers, with timeouts, a retry, and a limit on size. */
import pRetry from "p-retry";
import { fetch } from "undici";
import { outgoingAgent } from "./outgoing-addresses.server";

export interface JsonResponse {
  body: unknown;
  /** The `Date` header, by the server's clock; `null` if it is missing or invalid. */
  date: Date | null;
}

/** Fetches JSON. @throws FetchJsonError */
export type FetchJson = (url: URL) => Promise<JsonResponse>;

/** Why there is no usable response; the message is for the operator of the site. */
export class FetchJsonError extends Error {
  override readonly name = "FetchJsonError";
}

/** Timeouts in milliseconds. */
export interface FetchTimeouts {
  callMs: number;
  /** The timeout of all calls for one request or for one asset of an update. */
  allMs: number;
  /** The pause before the retry. */
  againMs: number;
}

export const DEFAULT_TIMEOUTS: FetchTimeouts = { callMs: 4000, allMs: 12_000, againMs: 1000 };

/**
 * Runs an action with a timeout.
 * @param act receives a signal that aborts at the timeout or together with `signal`
 * @throws FetchJsonError at the timeout or when `signal` aborts, and what `act` throws
 */
export async function withTimeout<Result>(
  milliseconds: number,
  signal: AbortSignal | undefined,
  act: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const timeout = new AbortController();
  const late = new FetchJsonError(`no answer within ${milliseconds / 1000} s`);
  const timer = setTimeout(() => timeout.abort(late), milliseconds);
  const ending = AbortSignal.any(signal ? [signal, timeout.signal] : [timeout.signal]);
  try {
    ending.throwIfAborted();
    return await act(ending);
  } catch (error) {
    if (!ending.aborted) throw error;
    throw ending.reason instanceof FetchJsonError ? ending.reason : new FetchJsonError("stopped");
  } finally {
    clearTimeout(timer);
  }
}

/** @returns a fetch function that `signal` aborts, with one retry after status 429 and 5xx */
export function createFetchJson(
  { callMs, againMs }: FetchTimeouts,
  signal: AbortSignal,
): FetchJson {
  return async (url) => {
    const { text, date } = await pRetry(
      async () => {
        const answer = await withTimeout(callMs, signal, (limit) => get(url, limit));
        if (answer.status !== 200) throw new FetchStatusError(answer.status);
        return answer;
      },
      {
        retries: 1,
        minTimeout: againMs,
        signal,
        shouldRetry: ({ error }) => error instanceof FetchStatusError && error.isTemporary,
      },
    );
    return { body: parse(text), date };
  };
}

/** The response has a status other than 200. */
class FetchStatusError extends FetchJsonError {
  constructor(private readonly status: number) {
    super(`answered with status ${status}`);
  }

  get isTemporary(): boolean {
    return this.status === 429 || this.status >= 500;
  }
}

type Answer = Awaited<ReturnType<typeof fetch>>;

const MEGABYTE = 1024 * 1024;
/** Many times the size of any provider's response. */
const MAX_ANSWER_BYTES = 5 * MEGABYTE;
// Coinbase refuses requests without a user agent.
const HEADERS = { Accept: "application/json", "User-Agent": "investment-research-community" };

/** @returns the text only if the status is 200 */
async function get(url: URL, signal: AbortSignal) {
  try {
    // Redirects are not followed, because they could lead to a private address; they fail as other statuses do.
    const answer = await fetch(url, {
      signal,
      headers: HEADERS,
      redirect: "manual",
      dispatcher: outgoingAgent,
    });
    const { status, headers } = answer;
    const date = new Date(headers.get("Date") ?? NaN);
    return {
      status,
      text: status === 200 ? await readJsonText(answer) : (await discard(answer), ""),
      date: Number.isNaN(date.getTime()) ? null : date,
    };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof FetchJsonError) throw error;
    const { cause, message } = error as Error & { cause?: { code?: string; message?: string } };
    throw new FetchJsonError(`cannot be reached: ${cause?.code ?? cause?.message ?? message}`);
  }
}

/** Reads a body up to the size limit, which applies after decompression. */
async function readJsonText(answer: Answer): Promise<string> {
  const [type = ""] = (answer.headers.get("Content-Type") ?? "").split(";", 1);
  if (!/^application\/([\w.-]+\+)?json$/i.test(type.trim())) {
    await discard(answer);
    throw new FetchJsonError("answered with something that is not JSON");
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop cancels the body.
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_ANSWER_BYTES) {
      throw new FetchJsonError(`answered with more than ${MAX_ANSWER_BYTES / MEGABYTE} MB`);
    }
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

const discard = async (answer: Answer): Promise<void> => answer.body?.cancel();

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new FetchJsonError("answered with something that is not JSON");
  }
}
