import type { Request, RequestHandler } from "express";
import { isApi, sendError } from "../error-pages";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
/** What may be done to a page; the API's routes say for themselves what may be done to them. */
const PAGE_METHODS = ["GET", "HEAD", "POST", "OPTIONS"];
const FORM = /^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i;

/** Much longer than any address of this site. */
const MAX_PATH = 2_048;
const MAX_SEGMENTS = 32;
const MAX_QUERY = 4_096;

/** Any origin will do, to tell paths from addresses of other sites. */
const OWN_SITE = "http://localhost";

/** Turns away what no route could make sense of, before it can become an error further in. */
export const validateUrl: RequestHandler = (req, res, next) => {
  if (isTooLong(req.originalUrl)) return sendError(req, res, 414, "This address is too long.");
  const methods = isApi(req) ? METHODS : PAGE_METHODS;
  if (!methods.includes(req.method)) {
    res.set("Allow", methods.join(", "));
    return sendError(req, res, 405, "This method is not used here.");
  }
  if (!isReadable(req.originalUrl)) {
    return sendError(req, res, 400, "This address cannot be read.");
  }
  if (isApi(req)) return next();
  if (req.method === "OPTIONS") {
    res.set("Allow", methods.join(", ")).status(204).end();
    return;
  }
  if (req.method === "POST" && !isForm(req)) {
    return sendError(req, res, 415, "Only forms can be sent to a page.");
  }
  next();
};

/** The router compares a path with all routes, and for some questions each part of it. */
function isTooLong(target: string): boolean {
  const question = target.indexOf("?");
  const path = question < 0 ? target : target.slice(0, question);
  return (
    path.length > MAX_PATH ||
    target.length - path.length > MAX_QUERY ||
    path.split("/", MAX_SEGMENTS + 2).length > MAX_SEGMENTS + 1
  );
}

/**
 * A path of this site with sound percent-encoding, which stays one when it is decoded: the router reads `/%5C`
 * as `//`, the beginning of another site's address. A null byte has no place in any part of it, and `_data` is
 * how Remix's first version asked for data: nobody here does, and it answers with errors.
 */
function isReadable(target: string): boolean {
  const path = target.replace(/\?.*$/s, "");
  const query = target.slice(path.length + 1);
  try {
    const decodedPath = decodeURIComponent(path.replace(/^\/+/, "/"));
    return (
      path.startsWith("/") &&
      !/\0|%00/.test(target) &&
      !new URLSearchParams(query).has("_data") &&
      new URL(decodedPath, OWN_SITE).origin === OWN_SITE
    );
  } catch {
    return false;
  }
}

/** Routes read forms, and reading anything else as one throws. A post of nothing is an empty form. */
function isForm(req: Request): boolean {
  const type = req.headers["content-type"];
  const isEmpty = !Number(req.headers["content-length"]) && !req.headers["transfer-encoding"];
  if (type === undefined && isEmpty) {
    req.headers["content-type"] = "application/x-www-form-urlencoded";
    return true;
  }
  return type !== undefined && FORM.test(type);
}
