import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import { pinoHttp } from "pino-http";

/**
 * One line for each request when it is over. Of the request itself it tells the method and the path:
 * queries, headers and bodies can hold what people searched for, tokens and passwords.
 */
export function requestLog(logger: Logger) {
  return pinoHttp({
    logger,
    wrapSerializers: false,
    serializers: { req: () => undefined, res: () => undefined },
    quietReqLogger: true,
    quietResLogger: true,
    customAttributeKeys: { reqId: "requestId", responseTime: "durationMs" },
    customLogLevel: level,
    customSuccessMessage: (_req, res) => (res.writableFinished ? "request" : "request aborted"),
    customErrorMessage: (req, res) => (isCutShort(req, res) ? "request aborted" : "request"),
    customSuccessObject: (req, res, { durationMs }) => summary(req, res, durationMs),
    customErrorObject: (req, res, _error, { durationMs }) => ({
      ...summary(req, res, durationMs),
      err: isCutShort(req, res) ? undefined : res.err,
    }),
  });
}

/** The line of a request that was answered before it came to `requestLog`. */
export function logRequest(
  log: Logger,
  req: IncomingMessage & { id?: unknown },
  res: ServerResponse,
  durationMs: number,
): void {
  const of = level(req, res);
  if (!log.isLevelEnabled(of)) return;
  const line = { requestId: req.id, ...summary(req, res, durationMs), fromCache: true };
  log[of](line, "request");
}

function summary(req: IncomingMessage, res: ServerResponse, durationMs: number) {
  const { statusCode: status, headersSent } = res;
  return { method: req.method, path: path(req), status: headersSent ? status : null, durationMs };
}

function level(req: IncomingMessage, res: ServerResponse) {
  if (res.statusCode >= 500 && !isCutShort(req, res)) return "error";
  const routine = /^\/(assets\/|healthz$|readyz$)/.test(path(req));
  return routine && res.statusCode < 400 ? "debug" : "info";
}

/** Whoever sent a body has gone before its end: whatever failed for want of it is not our error. */
const isCutShort = (req: IncomingMessage, res: ServerResponse): boolean =>
  !req.complete && !res.writableFinished;

/** Whoever reads the log must not be able to use the links that were mailed. */
const SECRET_IN_PATH = /^(\/+(?:reset|(?:prove|change|restore)-email)\/).*$/is;

/** No path of ours is as long. */
const LOGGED_LENGTH = 200;

function path(req: IncomingMessage & { originalUrl?: string }): string {
  const path = (req.originalUrl ?? req.url ?? "")
    .replace(/\?.*$/s, "")
    .replace(SECRET_IN_PATH, "$1…");
  return path.length > LOGGED_LENGTH ? `${path.slice(0, LOGGED_LENGTH)}…` : path;
}
