import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { RequestHandler } from "express";

const WELL_FORMED = /^[\w.:-]{1,64}$/;

/** Gives each request an id, which is in the log and in a header of the response. */
export function requestId(trustProxy: number): RequestHandler {
  return (req, res, next) => {
    const id = requestIdOf(req, trustProxy);
    req.id = id;
    res.locals.requestId = id;
    res.set("X-Request-Id", id);
    next();
  };
}

/**
 * The id that a trusted proxy has given to the request, so that both logs can be correlated, else a new one.
 * An id from any other client could imitate that of another request.
 */
export function requestIdOf({ headers }: IncomingMessage, trustProxy: number): string {
  const given = trustProxy > 0 ? headers["x-request-id"] : undefined;
  return typeof given === "string" && WELL_FORMED.test(given) ? given : randomUUID();
}
