import type { Request, RequestHandler } from "express";
import { isApi, sendError } from "../error-pages";

/** The methods that a route of the API can take; each checks its own. */
const API_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const PAGE_METHODS = ["GET", "HEAD", "POST", "OPTIONS"];
const FORM = /^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i;

/** Other logs post plain text to it (C2SP tlog-witness). */
const TEXT_ADDRESS = "/witness/add-checkpoint";

/** Much longer than any URL of this site. */
const MAX_PATH = 2_048;
const MAX_SEGMENTS = 32;
const MAX_QUERY = 4_096;

/** An arbitrary origin, to tell paths of this site from URLs of other sites. */
const OWN_SITE = "http://localhost";

/**
 * Rejects requests that no route could handle, before they cause errors further in.
 * @param methodsAt the methods that an address takes, or `null` if there is nothing at that address
 */
export function validateUrl(
  methodsAt: (address: string) => readonly string[] | null = () => PAGE_METHODS,
): RequestHandler {
  return (req, res, next) => {
    const { method, originalUrl } = req;
    if (isTooLong(originalUrl)) return sendError(req, res, 414, "This address is too long.");
    if (!isReadable(originalUrl)) return sendError(req, res, 400, "This address cannot be read.");
    if (method === "GET" || method === "HEAD") return next();
    if (isApi(req) && API_METHODS.includes(method)) return next();
    const methods = methodsAt(originalUrl);
    if (!methods && method !== "POST") return sendError(req, res, 404, "Not found");
    if (methods && (method === "OPTIONS" || !methods.includes(method))) {
      res.set("Allow", methods.join(", "));
      if (method === "OPTIONS") return void res.status(204).end();
      return sendError(req, res, 405, "This method is not used here.");
    }
    if (originalUrl !== TEXT_ADDRESS && !isForm(req))
      return sendError(req, res, 415, "Only forms can be sent to a page.");
    next();
  };
}

/** The length is limited because the router compares a path with all routes, and sometimes each segment. */
function isTooLong(target: string): boolean {
  const queryStart = target.indexOf("?");
  const path = queryStart < 0 ? target : target.slice(0, queryStart);
  return (
    path.length > MAX_PATH ||
    target.length - path.length > MAX_QUERY ||
    path.split("/", MAX_SEGMENTS + 2).length > MAX_SEGMENTS + 1
  );
}

/**
 * Whether the target is a path of this site in percent-encoded UTF-8, also after decoding: the router reads
 * `/%5C` as `//`, the start of another site's URL. Null bytes are refused. So is the parameter `_data`, with
 * which Remix 1 requested data: no page here uses it, and Remix responds to it with errors.
 */
function isReadable(target: string): boolean {
  const path = target.replace(/\?.*$/s, "");
  const query = target.slice(path.length + 1);
  try {
    // Throws an error for bytes that are not UTF-8. In a query, a lone percent sign stands for itself.
    decodeURIComponent(query.replace(/%(?![\da-f]{2})/gi, "%25"));
    const decodedPath = decodeURIComponent(path.replace(/^\/+/, "/"));
    return (
      path.startsWith("/") &&
      !/[^!-~]|%00/.test(target) &&
      !new URLSearchParams(query).has("_data") &&
      new URL(decodedPath, OWN_SITE).origin === OWN_SITE
    );
  } catch {
    return false;
  }
}

/** Whether the body is a form: routes throw when they read anything else. An empty post becomes an empty form. */
function isForm(req: Request): boolean {
  const type = req.headers["content-type"];
  const isEmpty = !Number(req.headers["content-length"]) && !req.headers["transfer-encoding"];
  if (type === undefined && isEmpty) {
    req.headers["content-type"] = "application/x-www-form-urlencoded";
    return true;
  }
  return type !== undefined && FORM.test(type);
}
