import type { RequestHandler, Response } from "express";

/**
 * Sets `Cache-Control: private, no-cache` on responses that have no such header. These show who is
 * signed in, are data of such a page, or count a view: a browser may keep them for going back, but no
 * shared cache may. The header is set when the head is written, because only then has the route set its own.
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
