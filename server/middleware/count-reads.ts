import type { RequestHandler } from "express";

/** Counts what routes respond to GET requests, unless they refuse them. */
export const countReads =
  (count: (path: string, contentType: string) => void): RequestHandler =>
  (req, res, next) => {
    if (req.method === "GET") {
      res.on("finish", () => {
        if (res.statusCode < 300) count(req.path, String(res.getHeader("Content-Type") ?? ""));
      });
    }
    next();
  };
