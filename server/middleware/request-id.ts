import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { RequestHandler } from "express";

const WELL_FORMED = /^[\w.:-]{1,64}$/;

/** Gives each request an id, told in the log and in the answer. */
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
 * A trusted proxy's own id is kept, so that both logs can be read together; anybody else's could be made
 * to look like another request's.
 */
export function requestIdOf({ headers }: IncomingMessage, trustProxy: number): string {
  const given = trustProxy > 0 ? headers["x-request-id"] : undefined;
  return typeof given === "string" && WELL_FORMED.test(given) ? given : randomUUID();
}
