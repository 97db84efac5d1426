import { join } from "node:path";
import express, { Router, type ErrorRequestHandler, type RequestHandler } from "express";
import expressStaticGzip from "express-static-gzip";

/**
 * Serves the files of the build. Files in `/assets` have a content hash in their names: they are cached
 * as immutable, and a missing one gets a short 404 instead of a page. The build has compressed them, so
 * they are sent precompressed. All other files are cached for an hour.
 */
export function assets(directory: string): RequestHandler {
  const common = { index: false, redirect: false } as const;
  return Router()
    .use(
      "/assets",
      expressStaticGzip(join(directory, "assets"), {
        index: false,
        enableBrotli: true,
        orderPreference: ["br", "gzip"],
        serveStatic: { ...common, immutable: true, maxAge: "1y", fallthrough: false },
      }),
    )
    .use("/assets", withoutEncoding)
    .use(unlessPage(express.static(directory, { ...common, maxAge: "1h" })));
}

/** Skips the file system for paths without a dot: every file has an extension, and nearly no page has. */
const unlessPage =
  (files: RequestHandler): RequestHandler =>
  (req, res, next) =>
    req.path.includes(".") ? files(req, res, next) : next();

/**
 * Removes the Content-Encoding when a file has disappeared since the start, because another build has
 * replaced this one: its 404 is not compressed.
 */
const withoutEncoding: ErrorRequestHandler = (error, _req, res, next) => {
  res.removeHeader("Content-Encoding");
  next(error);
};
