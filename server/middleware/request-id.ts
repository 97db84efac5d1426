import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { RequestHandler } from "express";
import type { Lifecycle } from "~/lifecycle.server";

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

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/** Lets events record the client and the id of the request that caused them. Requests that only read cause none. */
export function requestContext(inRequest: Lifecycle["inRequest"]): RequestHandler {
  return (req, res, next) => {
    if (SAFE_METHODS.has(req.method)) return next();
    const { clientAddress: address = "unknown", requestId } = res.locals;
    inRequest({ address, requestId }, (end) => res.once("close", end), next);
  };
}
