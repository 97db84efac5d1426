import type { Request, RequestHandler } from "express";
import type { Lifecycle } from "~/lifecycle.server";
import { isApi, sendError } from "../error-pages";

/** Of what a visitor may make as long as a header can be. */
const LOGGED_LENGTH = 200;
const HARMLESS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses what another site's page makes a browser send to a page of ours. Browsers tell the origin
 * with every request that changes something; programs tell none, have no cookies of ours, and pass. So
 * do calls of the API, whoever sends them: cookies count for nothing there.
 */
export function originCheck(
  appOrigin: string | undefined,
  recordEvent?: Lifecycle["recordEvent"],
): RequestHandler {
  return (req, res, next) => {
    if (HARMLESS.has(req.method)) {
      // Remix takes a HEAD of a page's data for a change, and fails on an origin it does not know.
      delete req.headers.origin;
      return next();
    }
    if (isApi(req)) return next();
    if (!isForeign(req, res.locals.ownUrl, appOrigin)) return next();
    // Behind a proxy that changes the Host header this is what a missing APP_ORIGIN looks like.
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
  if (!URL.canParse(origin)) return true; // Also "null", which hides where it came from.
  const { origin: normal, host } = new URL(origin);
  // Without APP_ORIGIN a proxy that nobody told us to trust may stand between https and us.
  return appOrigin ? normal !== appOrigin : host === "" || host !== own?.host;
}
