/** Limits how much of this process one visitor, and all visitors together, can occupy. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestHandler } from "express";
import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import type { Environment } from "~/config/env.server";
import type { Lifecycle } from "~/lifecycle.server";
import { isApi, sendError } from "./error-pages";
import { clientAddress } from "./middleware/forwarded-headers";

/** Responses to one address that are being produced or sent. A browser has six at a time. */
const MAX_OPEN_RESPONSES_PER_ADDRESS = 100;
/** Responses to all addresses that are being produced: a few seconds of work. */
const MAX_RESPONSES_IN_PROGRESS = 500;
/** How long a client may take to read a response. */
const MAX_RESPONSE_MS = 120_000;
const MINUTE_MS = 60_000;
/** How many addresses are remembered. */
const MAX_ADDRESSES = 50_000;
const BUSY_RETRY_SECONDS = 2;

const BUSY = "The site is busy. Please try again in a few seconds.";
const TOO_MANY_AT_ONCE = "Too many requests at once. Please wait for the answers to the others.";

interface Refusal {
  /** The limit's name in events. */
  limit: "reads" | "openAnswers";
  status: 429 | 503;
  message: string;
  retryAfterSeconds: number;
}

export type LoadLimits = ReturnType<typeof createLoadLimits>;

interface LoadLimitOptions {
  environment: Pick<Environment, "RATE_LIMITS" | "TRUST_PROXY">;
  hooks: Pick<Lifecycle, "addressKey" | "rateLimitMessage" | "readsPerMinute" | "recordEvent">;
  log: Logger;
  /** After how many milliseconds a response that has not been read is aborted. */
  longestAnswerMs?: number;
}

/** Creates the limits of a process. */
export function createLoadLimits({
  environment,
  hooks,
  log,
  longestAnswerMs = MAX_RESPONSE_MS,
}: LoadLimitOptions) {
  const { RATE_LIMITS, TRUST_PROXY } = environment;
  const keys = new LRUCache<string, string>({ max: MAX_ADDRESSES });
  const reads = new LRUCache<string, { count: number }>({ max: MAX_ADDRESSES, ttl: MINUTE_MS });
  const openByAddress = new Map<string, number>();
  const open = new Set<{ res: ServerResponse; startedAt: number }>();
  const refusals = new WeakMap<IncomingMessage, Refusal>();
  let inProgress = 0;
  let hasWarned = false;

  const sweep = setInterval(() => {
    const since = performance.now() - longestAnswerMs;
    for (const { res, startedAt } of open) if (startedAt < since) res.destroy();
  }, longestAnswerMs / 10).unref();

  function keyOf(address: string): string {
    let key = keys.get(address);
    if (key === undefined) keys.set(address, (key = hooks.addressKey(address)));
    return key;
  }

  function refusalOf(req: IncomingMessage, key: string): Refusal | null {
    if (!RATE_LIMITS) return null;
    if ((openByAddress.get(key) ?? 0) >= MAX_OPEN_RESPONSES_PER_ADDRESS) {
      return {
        limit: "openAnswers",
        status: 503,
        message: TOO_MANY_AT_ONCE,
        retryAfterSeconds: BUSY_RETRY_SECONDS,
      };
    }
    if (!countsAsRead(req)) return null;
    const counted = reads.get(key);
    if (!counted) reads.set(key, { count: 1 });
    else if (++counted.count > hooks.readsPerMinute()) {
      const retryAfterSeconds = Math.ceil(reads.getRemainingTTL(key) / 1000) || 1;
      const message = hooks.rateLimitMessage(retryAfterSeconds);
      return { limit: "reads", status: 429, message, retryAfterSeconds };
    }
    return null;
  }

  function track(res: ServerResponse, key: string): void {
    const response = { res, startedAt: performance.now() };
    open.add(response);
    openByAddress.set(key, (openByAddress.get(key) ?? 0) + 1);
    res.once("close", () => {
      open.delete(response);
      const others = openByAddress.get(key)! - 1;
      if (others) openByAddress.set(key, others);
      else openByAddress.delete(key);
    });
  }

  return {
    /** Counts a request. @returns whether it is admitted; `refuse` responds to those that are not */
    admit(req: IncomingMessage, res: ServerResponse): boolean {
      if (isHealthCheck(req)) return true;
      const key = keyOf(clientAddress(req, TRUST_PROXY));
      const refusal = refusalOf(req, key);
      if (refusal) {
        refusals.set(req, refusal);
        hooks.recordEvent({ kind: "limit-exceeded", limit: refusal.limit }, { address: key });
        warnOfProxy(req);
      }
      track(res, key);
      return !refusal;
    },

    refuse: ((req, res, next) => {
      const refusal = refusals.get(req);
      if (!refusal) return next();
      res.set("Retry-After", String(refusal.retryAfterSeconds));
      sendError(req, res, refusal.status, refusal.message);
    }) as RequestHandler,

    /** Responds 503 while too many responses are being produced. */
    limitConcurrency: ((req, res, next) => {
      if (inProgress >= MAX_RESPONSES_IN_PROGRESS) {
        res.set("Retry-After", String(BUSY_RETRY_SECONDS));
        return sendError(req, res, 503, BUSY);
      }
      // Counted once the body has arrived, so that slow uploads do not block other requests.
      if (req.complete || hasNoBody(req)) countInProgress(res);
      else req.once("end", () => countInProgress(res));
      next();
    }) as RequestHandler,

    close: () => clearInterval(sweep),
  };

  function warnOfProxy({ headers }: IncomingMessage): void {
    if (hasWarned || TRUST_PROXY > 0 || headers["x-forwarded-for"] === undefined) return;
    hasWarned = true;
    log.warn("visitors behind a proxy share one limit; set TRUST_PROXY to limit each of them");
  }

  /** Counts a response as in progress until its last byte is written, whether or not the client has read it. */
  function countInProgress(res: ServerResponse): void {
    if (res.writableEnded || res.destroyed) return;
    inProgress += 1;
    let isOver = false;
    const over = () => {
      if (!isOver) inProgress -= 1;
      isOver = true;
    };
    res.once("prefinish", over).once("close", over);
  }
}

/** A form posted to a page renders that page, so it counts as a read. Posts to the API have limits of their own. */
const countsAsRead = ({ method, url = "" }: IncomingMessage) =>
  !url.startsWith("/assets/") &&
  (method === "GET" || method === "HEAD" || !isApi({ originalUrl: url }));

/** Health checks get a response whatever the load is. */
const isHealthCheck = ({ url }: IncomingMessage) => url === "/healthz" || url === "/readyz";

const hasNoBody = ({ headers }: IncomingMessage) =>
  headers["transfer-encoding"] === undefined && !Number(headers["content-length"]);
