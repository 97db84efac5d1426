import type { RequestHandler } from "express";
import type { Lifecycle } from "~/lifecycle.server";

const READING = new Set(["GET", "HEAD", "OPTIONS"]);

/** Lets events tell where the request came from that caused them: one that writes, since others cause none. */
export function requestContext(inRequest: Lifecycle["inRequest"]): RequestHandler {
  return (req, res, next) => {
    if (READING.has(req.method)) return next();
    const { clientAddress: address = "unknown", requestId } = res.locals;
    inRequest({ address, requestId }, (end) => res.once("close", end), next);
  };
}
