import type { RequestHandler } from "express";
import type { Lifecycle } from "~/lifecycle.server";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/** Lets events record the client and the id of the request that caused them. Requests that only read cause none. */
export function requestContext(inRequest: Lifecycle["inRequest"]): RequestHandler {
  return (req, res, next) => {
    if (SAFE_METHODS.has(req.method)) return next();
    const { clientAddress: address = "unknown", requestId } = res.locals;
    inRequest({ address, requestId }, (end) => res.once("close", end), next);
  };
}
