import { join } from "node:path";
import express, { Router, type ErrorRequestHandler, type RequestHandler } from "express";
import expressStaticGzip from "express-static-gzip";

/**
 * The files of the build. What is named by its content is kept for good, and where such a file is
 * missing the answer is a short 404, not a page; what keeps its name is asked for again each hour.
 * Of assets the build has made compressed files, which are sent as they are.
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
    .use("/assets", plain)
    .use(unlessPage(express.static(directory, { ...common, maxAge: "1h" })));
}

/** Every file has an extension and nearly no page has, so the file system is not asked for pages. */
const unlessPage =
  (files: RequestHandler): RequestHandler =>
  (req, res, next) =>
    req.path.includes(".") ? files(req, res, next) : next();

/** A file may have gone since the start, with a build that replaced another; its 404 is not compressed. */
const plain: ErrorRequestHandler = (error, _req, res, next) => {
  res.removeHeader("Content-Encoding");
  next(error);
};
