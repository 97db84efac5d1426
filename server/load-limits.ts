/** How much of this process one visitor may take, and all of them together. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestHandler } from "express";
import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import type { Environment } from "~/config/env.server";
import type { Lifecycle } from "~/lifecycle.server";
import { isApi, sendError } from "./error-pages";
import { clientAddress } from "./middleware/forwarded-headers";

/** Answers of one address that are being made or sent. A browser has six at a time. */
const OPEN_PER_ADDRESS = 100;
/** Answers that are being made, of all addresses: a few seconds' work. */
const OPEN_IN_ALL = 500;
/** How long a client may take to read an answer. */
const LONGEST_ANSWER_MS = 120_000;
const MINUTE_MS = 60_000;
/** How many addresses are remembered. */
const ADDRESSES = 50_000;
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

interface OpenAnswer {
  res: ServerResponse;
  startedAt: number;
}

export interface LoadLimits {
  /** Counts a request. @returns whether it may be answered; `refuse` tells those that may not */
  admit(req: IncomingMessage, res: ServerResponse): boolean;
  /** Answers requests that were not admitted. */
  refuse: RequestHandler;
  /** Refuses to make another answer while many are being made. */
  limitWork: RequestHandler;
  close(): void;
}

interface LoadLimitOptions {
  environment: Pick<Environment, "RATE_LIMITS" | "RATE_LIMIT_READS" | "TRUST_PROXY">;
  hooks: Pick<Lifecycle, "addressKey" | "rateLimitMessage" | "recordEvent">;
  log: Logger;
  /** After how long an answer that has not been read is given up, in milliseconds. */
  longestAnswerMs?: number;
}

/** Creates the limits of a process. */
export function createLoadLimits({
  environment,
  hooks,
  log,
  longestAnswerMs = LONGEST_ANSWER_MS,
}: LoadLimitOptions): LoadLimits {
  const { RATE_LIMITS, RATE_LIMIT_READS, TRUST_PROXY } = environment;
  const keys = new LRUCache<string, string>({ max: ADDRESSES });
  const reads = new LRUCache<string, { count: number }>({ max: ADDRESSES, ttl: MINUTE_MS });
  const openByAddress = new Map<string, number>();
  const open = new Set<OpenAnswer>();
  const refusals = new WeakMap<IncomingMessage, Refusal>();
  let beingMade = 0;
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
    if ((openByAddress.get(key) ?? 0) >= OPEN_PER_ADDRESS) {
      return {
        ...{ limit: "openAnswers", status: 503, message: TOO_MANY_AT_ONCE },
        retryAfterSeconds: BUSY_RETRY_SECONDS,
      };
    }
    if (!countsAsRead(req)) return null;
    const counted = reads.get(key);
    if (!counted) reads.set(key, { count: 1 });
    else if (++counted.count > RATE_LIMIT_READS) {
      const retryAfterSeconds = Math.ceil(reads.getRemainingTTL(key) / 1000) || 1;
      const message = hooks.rateLimitMessage(retryAfterSeconds);
      return { limit: "reads", status: 429, message, retryAfterSeconds };
    }
    return null;
  }

  function track(res: ServerResponse, key: string): void {
    const answer = { res, startedAt: performance.now() };
    open.add(answer);
    openByAddress.set(key, (openByAddress.get(key) ?? 0) + 1);
    res.once("close", () => {
      open.delete(answer);
      const others = openByAddress.get(key)! - 1;
      if (others) openByAddress.set(key, others);
      else openByAddress.delete(key);
    });
  }

  return {
    admit(req, res) {
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

    refuse(req, res, next) {
      const refusal = refusals.get(req);
      if (!refusal) return next();
      res.set("Retry-After", String(refusal.retryAfterSeconds));
      sendError(req, res, refusal.status, refusal.message);
    },

    limitWork(req, res, next) {
      if (beingMade >= OPEN_IN_ALL) {
        res.set("Retry-After", String(BUSY_RETRY_SECONDS));
        return sendError(req, res, 503, BUSY);
      }
      // A client that takes its time to send a body keeps nobody else out.
      if (req.complete || hasNoBody(req)) count(res);
      else req.once("end", () => count(res));
      next();
    },

    close: () => clearInterval(sweep),
  };

  function warnOfProxy({ headers }: IncomingMessage): void {
    if (hasWarned || TRUST_PROXY > 0 || headers["x-forwarded-for"] === undefined) return;
    hasWarned = true;
    log.warn("visitors behind a proxy are limited as one; set TRUST_PROXY to tell them apart");
  }

  /** An answer has been made once its last byte is written, whether or not it has been read. */
  function count(res: ServerResponse): void {
    if (res.writableEnded || res.destroyed) return;
    beingMade += 1;
    let isOver = false;
    const over = () => {
      if (!isOver) beingMade -= 1;
      isOver = true;
    };
    res.once("prefinish", over).once("close", over);
  }
}

/** A post to a page is answered by a page, which takes as much as one that is read. */
const countsAsRead = ({ method, url = "" }: IncomingMessage) =>
  !url.startsWith("/assets/") &&
  (method === "GET" || method === "HEAD" || !isApi({ originalUrl: url }));

/** They have to be answered whatever else is going on. */
const isHealthCheck = ({ url }: IncomingMessage) => url === "/healthz" || url === "/readyz";

const hasNoBody = ({ headers }: IncomingMessage) =>
  headers["transfer-encoding"] === undefined && !Number(headers["content-length"]);
