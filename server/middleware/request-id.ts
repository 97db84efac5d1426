import { randomUUID } from "node:crypto";
import type { RequestHandler } from "express";

const WELL_FORMED = /^[\w.:-]{1,64}$/;

/**
 * Gives each request an id, told in the log and in the answer. A trusted proxy's own id is kept, so
 * that both logs can be read together; anybody else's could be made to look like another request's.
 */
export function requestId(trustProxy: number): RequestHandler {
  return (req, res, next) => {
    const given = trustProxy > 0 ? req.get("X-Request-Id") : undefined;
    const id = given && WELL_FORMED.test(given) ? given : randomUUID();
    req.id = id;
    res.locals.requestId = id;
    res.set("X-Request-Id", id);
    next();
  };
}
