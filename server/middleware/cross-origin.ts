import cors from "cors";
import type { RequestHandler } from "express";
import { isApi } from "../error-pages";

const DAY_IN_SECONDS = 24 * 60 * 60;

const anyOrigin = cors({
  origin: "*",
  // Only a route knows its methods: it names them where it answers the preflight.
  methods: [],
  preflightContinue: true,
  allowedHeaders: ["Authorization", "Content-Type", "If-Match", "If-None-Match", "Range"],
  exposedHeaders: [
    ...["Link", "ETag", "Retry-After", "WWW-Authenticate", "Allow", "X-Request-Id"],
    ...["Accept-Ranges", "Content-Range"],
  ],
  maxAge: DAY_IN_SECONDS,
});

/**
 * Lets pages of any site make the API's calls, and read every answer to them. That is safe because a
 * bearer token is the only key: a browser does not add one by itself, and the cookies it may add are
 * dropped here, before any route could look at them.
 */
export const crossOrigin: RequestHandler = (req, res, next) => {
  if (!isApi(req)) return next();
  delete req.headers.cookie;
  res.set("Cross-Origin-Resource-Policy", "cross-origin");
  anyOrigin(req, res, next);
};
