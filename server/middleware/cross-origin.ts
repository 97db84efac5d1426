import cors from "cors";
import type { RequestHandler } from "express";
import { isApi } from "../error-pages";

const DAY_IN_SECONDS = 24 * 60 * 60;

const anyOrigin = cors({
  origin: "*",
  // Each route lists its own methods in its response to the preflight request.
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
 * Lets pages of any site call the API and read all its responses. That is safe because only a bearer
 * token authenticates a call: a browser does not add one by itself, and the cookies that it may add are
 * removed here, before any route could read them.
 */
export const crossOrigin: RequestHandler = (req, res, next) => {
  if (!isApi(req)) return next();
  delete req.headers.cookie;
  res.set("Cross-Origin-Resource-Policy", "cross-origin");
  anyOrigin(req, res, next);
};
