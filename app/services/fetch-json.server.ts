/** Asking somebody outside for JSON: a question over the network that may go wrong in all the ways there are. */
import pRetry from "p-retry";
import { fetch } from "undici";
import { outgoingAgent } from "./outgoing-addresses.server";

/** What somebody answered. */
export interface JsonResponse {
  body: unknown;
  /** When, by their clock; `null` where they do not say. */
  date: Date | null;
}

/** Asks for JSON. @throws AskFailure */
export type FetchJson = (url: URL) => Promise<JsonResponse>;

/** Why there is no answer that can be used, in words for whoever runs the site. */
export class FetchJsonError extends Error {
  override readonly name = "AskFailure";
}

/** How long is waited, in milliseconds. */
export interface FetchTimeouts {
  /** For one answer. */
  callMs: number;
  /** For all answers that one request, or one asset of an update, needs. */
  allMs: number;
  /** Before the one question that is asked again. */
  againMs: number;
}

export const DEFAULT_TIMEOUTS: FetchTimeouts = { callMs: 4000, allMs: 12_000, againMs: 1000 };

/**
 * Does something for which there is only so much time.
 *
 * @param act is given a signal that says when the time is over, or when `signal` says so
 */
export async function withTimeout<Result>(
  milliseconds: number,
  signal: AbortSignal | undefined,
  act: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const ending = new AbortController();
  const late = new FetchJsonError(`no answer within ${milliseconds / 1000} s`);
  const timer = setTimeout(() => ending.abort(late), milliseconds);
  const stop = () => {
    const { reason } = signal ?? {};
    ending.abort(reason instanceof FetchJsonError ? reason : new FetchJsonError("stopped"));
  };
  signal?.addEventListener("abort", stop, { once: true });
  if (signal?.aborted) stop();
  try {
    return await act(ending.signal);
  } catch (error) {
    throw ending.signal.aborted ? ending.signal.reason : error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}

/** @returns how to ask until a signal ends it; once more after "too many" and "something is wrong" */
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

/** The answer came with a status other than 200. */
class FetchStatusError extends FetchJsonError {
  constructor(private readonly status: number) {
    super(`answered with status ${status}`);
  }

  get isTemporary(): boolean {
    return this.status === 429 || this.status >= 500;
  }
}

type Answer = Awaited<ReturnType<typeof fetch>>;

interface Received {
  status: number;
  /** Empty where the status is not 200. */
  text: string;
  date: Date | null;
}

const MEGABYTE = 1024 * 1024;
/** Many times what any provider answers. */
const MAX_ANSWER_BYTES = 5 * MEGABYTE;
const MAX_REDIRECTS = 3;

async function get(url: URL, signal: AbortSignal): Promise<Received> {
  try {
    const answer = await fetchFromHost(url, signal);
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

/** Follows redirects within the host alone. */
async function fetchFromHost(url: URL, signal: AbortSignal): Promise<Answer> {
  // Coinbase answers nobody who does not say what they are.
  const headers = { Accept: "application/json", "User-Agent": "investment-research-community" };
  let current = url;
  for (let redirects = 0; ; redirects += 1) {
    const answer = await fetch(current, {
      ...{ signal, headers, redirect: "manual", dispatcher: outgoingAgent },
    });
    const location = answer.headers.get("Location");
    if (![301, 302, 303, 307, 308].includes(answer.status) || location === null) return answer;
    await discard(answer);
    const next = URL.canParse(location, current.href) ? new URL(location, current) : null;
    if (!next || !isSameHost(current, next)) {
      throw new FetchJsonError("answered with a redirect to another host");
    }
    if (redirects === MAX_REDIRECTS) throw new FetchJsonError("answered with too many redirects");
    current = next;
  }
}

/** Another port may be another server; that of https is the same one, protected. */
const isSameHost = (from: URL, to: URL): boolean =>
  to.origin === from.origin ||
  (to.hostname === from.hostname && to.protocol === "https:" && to.port === "");

/** Reads a body up to the limit, which is one of what comes out of a compressed one. */
async function readJsonText(answer: Answer): Promise<string> {
  const [type = ""] = (answer.headers.get("Content-Type") ?? "").split(";", 1);
  if (!/^application\/([\w.-]+\+)?json$/i.test(type.trim())) {
    await discard(answer);
    throw new FetchJsonError("answered with something that is not JSON");
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop cancels the rest.
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
