/** Fetches JSON from other servers, with timeouts, a retry, and a limit on size; and posts to them. */
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
    throw failureOf(error, signal);
  }
}

function failureOf(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (error instanceof FetchJsonError) return error;
  const { cause, message } = error as Error & { cause?: { code?: string; message?: string } };
  return new FetchJsonError(`cannot be reached: ${cause?.code ?? cause?.message ?? message}`);
}

interface Posted {
  /** The `Content-Type` of the body. */
  type: string;
  body: string | Uint8Array;
  /** The limit of the response. */
  maxBytes: number;
}

/**
 * Posts a body once.
 * @returns the response, whatever its status is
 * @throws FetchJsonError if there is none in time, or it is too long
 */
export const post = (
  url: URL,
  { type, body, maxBytes }: Posted,
): Promise<{ status: number; bytes: Buffer }> =>
  withTimeout(DEFAULT_TIMEOUTS.allMs, undefined, async (signal) => {
    try {
      const answer = await fetch(url, {
        method: "POST",
        signal,
        headers: { ...HEADERS, Accept: "*/*", "Content-Type": type },
        body,
        redirect: "manual",
        dispatcher: outgoingAgent,
      });
      return { status: answer.status, bytes: await readUpTo(answer, maxBytes) };
    } catch (error) {
      throw failureOf(error, signal);
    }
  });

async function readJsonText(answer: Answer): Promise<string> {
  const [type = ""] = (answer.headers.get("Content-Type") ?? "").split(";", 1);
  if (!/^application\/([\w.-]+\+)?json$/i.test(type.trim())) {
    await discard(answer);
    throw new FetchJsonError("answered with something that is not JSON");
  }
  return new TextDecoder().decode(await readUpTo(answer, MAX_ANSWER_BYTES));
}

/** Reads a body up to a limit, which applies after decompression. */
async function readUpTo(answer: Answer, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop cancels the body.
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) {
      throw new FetchJsonError(`answered with more than ${maxBytes / MEGABYTE} MB`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const discard = async (answer: Answer): Promise<void> => answer.body?.cancel();

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new FetchJsonError("answered with something that is not JSON");
  }
}
