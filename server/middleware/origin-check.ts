import type { Request, RequestHandler } from "express";
import type { Lifecycle } from "~/lifecycle.server";
import { isApi, sendError } from "../error-pages";

/** How much of the Origin header is logged, because a client can make it as long as a header can be. */
const LOGGED_LENGTH = 200;
/**
 * Mail programs post to the address that ends mails, from anywhere (RFC 8058). What it does is decided by the secret in
 * the address and never by a cookie.
 */
const UNSUBSCRIBE = /^\/unsubscribe\/[\w-]{32}\.[a-z]+$/;
const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Rejects requests that a page of another site makes a browser send to a page of ours. Browsers send the
 * Origin header with every request that changes something. Programs send none, have no cookies of ours,
 * and pass. API calls pass from any origin, because cookies do not authenticate them.
 */
export function originCheck(
  appOrigin: string | undefined,
  recordEvent?: Lifecycle["recordEvent"],
): RequestHandler {
  return (req, res, next) => {
    if (SAFE_METHODS.has(req.method) || UNSUBSCRIBE.test(req.originalUrl)) {
      // Remix fails on an unknown origin, also in a HEAD request for a page's data.
      delete req.headers.origin;
      return next();
    }
    if (isApi(req)) return next();
    if (!isForeign(req, res.locals.ownUrl, appOrigin)) return next();
    // A missing APP_ORIGIN behind a proxy that changes the Host header leads here as well.
    const own = appOrigin ?? res.locals.ownUrl?.host ?? "";
    const origin = req.headers.origin?.slice(0, LOGGED_LENGTH) ?? "";
    const { clientAddress: address, requestId } = res.locals;
    recordEvent?.({ kind: "foreign-origin", origin, own }, { address, requestId });
    sendError(req, res, 403, "This request came from another site, so nothing was changed.");
  };
}

function isForeign(req: Request, own: URL | undefined, appOrigin: string | undefined): boolean {
  const { origin } = req.headers;
  if (origin === undefined) return req.headers["sec-fetch-site"] === "cross-site";
  if (!URL.canParse(origin)) return true; // Also "null", which hides the real origin.
  const { origin: normal, host } = new URL(origin);
  // Without APP_ORIGIN only hosts are compared, because a proxy unknown to us may terminate https.
  return appOrigin ? normal !== appOrigin : host === "" || host !== own?.host;
}
