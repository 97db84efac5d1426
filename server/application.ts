/** The Express application: the middleware that each request passes on its way to a route. */
import type { RequestListener } from "node:http";
import express, { type RequestHandler } from "express";
import type { Logger } from "pino";
import type { Environment } from "~/config/env.server";
import type { Lifecycle } from "~/lifecycle.server";
import { bodyLimit } from "./middleware/body-limit";
import { caching } from "./middleware/caching";
import { compress } from "./middleware/compress";
import { countReads } from "./middleware/count-reads";
import { crossOrigin } from "./middleware/cross-origin";
import { exactTypes } from "./middleware/exact-types";
import { errors } from "./middleware/errors";
import { health } from "./middleware/health";
import { originCheck } from "./middleware/origin-check";
import { forwardedHeaders } from "./middleware/forwarded-headers";
import { requestContext, requestId } from "./middleware/request-id";
import { requestLog } from "./middleware/request-log";
import { securityHeaders } from "./middleware/security-headers";
import { validateUrl } from "./middleware/validate-url";
import { queuePipelinedRequests } from "./pipelined-requests";
import type { LoadLimits } from "./load-limits";
import type { PageCache } from "./page-cache/page-cache";

export interface Parts {
  environment: Environment;
  /** Shown on the error pages of requests that do not reach a route. */
  siteName: () => string;
  log: Logger;
  isReady: () => boolean;
  /** Records events; tests of the server alone have none. */
  events?: Pick<Lifecycle, "recordEvent" | "inRequest" | "countRead"> | undefined;
  /** Serves the build's files; in development this is Vite, which compiles them. */
  files: RequestHandler;
  /** Serves the routes. */
  routes: RequestHandler;
  /** The methods that an address takes, or `null` if there is nothing at that address; in development not known. */
  methodsAt?: ((address: string) => readonly string[] | null) | undefined;
  loadLimits: LoadLimits;
  /** Serves pages from memory, unless the cache is turned off. */
  pageCache?: PageCache | undefined;
}

/** Creates the request listener. The order matters: middleware that responds sends the headers set before it. */
export function createApplication({
  environment,
  siteName,
  log,
  isReady,
  events,
  files,
  routes,
  methodsAt,
  loadLimits,
  pageCache,
}: Parts): RequestListener {
  const app = express();
  app.locals.siteName = siteName;
  app.disable("x-powered-by");
  app.disable("etag"); // Routes set ETags themselves, because they know what changes their responses.
  app.set("query parser", false); // Nothing reads Express's `req.query`.

  app.use(requestId(environment.TRUST_PROXY));
  app.use(securityHeaders(environment));
  app.use(crossOrigin);
  app.use(caching);
  app.use(exactTypes);
  app.use(requestLog(log));
  app.use(health(isReady));
  app.use(loadLimits.refuse);
  app.use(validateUrl(methodsAt));
  app.use(forwardedHeaders(environment));
  app.use(originCheck(environment.APP_ORIGIN, events?.recordEvent));
  app.use(compress);
  app.use(files);
  app.use(loadLimits.limitConcurrency);
  app.use(bodyLimit);
  if (pageCache) app.use(pageCache.renderAndCache);
  if (events) app.use(countReads(events.countRead));
  if (events) app.use(requestContext(events.inRequest));
  app.use(routes);
  app.use(errors);
  return queuePipelinedRequests((req, res) => {
    const isAdmitted = loadLimits.admit(req, res);
    // Before Express, whose overhead for each request is as large as serving a cached page.
    try {
      if (isAdmitted && pageCache?.serveCached(req, res)) return;
    } catch (error) {
      log.error({ err: error }, "a cached page could not be sent");
      if (res.headersSent) return void res.destroy();
    }
    app(req, res);
  });
}
