import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import { pinoHttp } from "pino-http";

/**
 * Logs one line for each request when it has ended, with its method and path. Queries, headers and bodies
 * are left out, because they can contain search terms, tokens and passwords.
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

/** Logs a request that was served from the page cache, and so did not reach `requestLog`. */
export function logRequest(
  log: Logger,
  req: IncomingMessage & { id?: unknown },
  res: ServerResponse,
  durationMs: number,
): void {
  const lineLevel = level(req, res);
  if (!log.isLevelEnabled(lineLevel)) return;
  const line = { requestId: req.id, ...summary(req, res, durationMs), fromCache: true };
  log[lineLevel](line, "request");
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

/** Whether the client disconnected before its whole body had arrived: errors that follow are not ours. */
const isCutShort = (req: IncomingMessage, res: ServerResponse): boolean =>
  !req.complete && !res.writableFinished;

/**
 * The part of a path that is logged: segments of at most 25 plain characters, which all fixed segments and ids are. The
 * secret of a mailed link is longer, however the rest of the path is spelt, so readers of the log never see one.
 */
const LOGGED = /^(?:\/[\w.-]{0,25}(?![^/]))*/;

/** Longer than any path of this site. */
const LOGGED_LENGTH = 200;

function path(req: IncomingMessage & { originalUrl?: string }): string {
  const [path = ""] = (req.originalUrl ?? req.url ?? "").split("?", 1);
  const logged = LOGGED.exec(path)![0].slice(0, LOGGED_LENGTH);
  return logged === path ? path : `${logged}/…`;
}
