import type { RequestHandler, Response } from "express";

/**
 * What does not say how it may be kept shows who is signed in, or is data of such a page, or counts a
 * view: kept by a browser for going back, never by a cache between. It is settled when the head is
 * written, since only then a route has said what it has to say.
 */
export const caching: RequestHandler = (_req, res, next) => {
  const writeHead = res.writeHead.bind(res) as (...head: unknown[]) => Response;
  res.writeHead = ((...head: unknown[]) => {
    if (!res.headersSent && !res.hasHeader("Cache-Control")) {
      res.setHeader("Cache-Control", "private, no-cache");
    }
    return writeHead(...head);
  }) as typeof res.writeHead;
  next();
};
