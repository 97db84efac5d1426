import { join } from "node:path";
import express, { Router, type RequestHandler } from "express";

/**
 * The files of the build. What is named by its content is kept for good, and where such a file is
 * missing the answer is a short 404, not a page; what keeps its name is asked for again each hour.
 */
export function assets(directory: string): RequestHandler {
  const common = { index: false, redirect: false } as const;
  return Router()
    .use(
      "/assets",
      express.static(join(directory, "assets"), {
        ...common,
        immutable: true,
        maxAge: "1y",
        fallthrough: false,
      }),
    )
    .use(express.static(directory, { ...common, maxAge: "1h" }));
}
