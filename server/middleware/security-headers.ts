import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Router, type Response, type RequestHandler } from "express";
import helmet from "helmet";
import type { Environment } from "~/config/env.server";

const YEAR_IN_SECONDS = 365 * 24 * 60 * 60;

/**
 * Sets the headers that tell a browser what a page of this site may do, on responses of every kind.
 * Scripts run only if they are files of this site or carry the nonce of their response.
 */
export function securityHeaders({
  APP_ORIGIN,
  HSTS_SUBDOMAINS,
  NODE_ENV,
}: Pick<Environment, "APP_ORIGIN" | "HSTS_SUBDOMAINS" | "NODE_ENV">): RequestHandler {
  const development = NODE_ENV === "development";
  const https = APP_ORIGIN?.startsWith("https:") ?? false;
  // Helmet's types use Node's response; in an Express app it is Express's.
  const nonce = (_req: unknown, res: ServerResponse) => `'nonce-${(res as Response).locals.nonce}'`;

  return Router().use(
    (_req, res, next) => {
      res.locals.nonce = randomBytes(16).toString("base64");
      res.set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()");
      next();
    },
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'self'"],
          scriptSrc: ["'self'", nonce],
          // In development Vite injects styles into the page, without a nonce.
          styleSrc: development ? ["'self'", "'unsafe-inline'"] : ["'self'", nonce],
          imgSrc: ["'self'", "data:", "https:"],
          fontSrc: ["'self'"],
          connectSrc: development ? ["'self'", "ws:", "wss:"] : ["'self'"],
          workerSrc: ["'self'", "blob:"],
          frameSrc: ["'self'"],
          frameAncestors: [(req) => (isFramed(req) ? "'self'" : "'none'")],
          objectSrc: [(req) => (mayShowPdf(req) ? "'self'" : "'none'")],
          baseUri: ["'none'"],
          formAction: ["'self'"],
        },
      },
      // With `no-referrer` a browser would post our own forms with `Origin: null`.
      referrerPolicy: { policy: "same-origin" },
      crossOriginOpenerPolicy: { policy: "same-origin" },
      xFrameOptions: { action: "deny" },
      // Only the operator knows what else is served under the site's domain.
      strictTransportSecurity: https && {
        maxAge: YEAR_IN_SECONDS,
        includeSubDomains: HSTS_SUBDOMAINS,
      },
    }),
    (req, res, next) => {
      if (isFramed(req)) res.set("X-Frame-Options", "SAMEORIGIN");
      next();
    },
  );
}

/** Whether pages of this site embed the requested resource. */
const isFramed = ({ url = "" }: IncomingMessage) => /^\/api\/whitepaper\.pdf(?:$|\?)/i.test(url);

/** Without scripts the whitepaper's page embeds its PDF, and some browsers show a PDF within a page of their own. */
const mayShowPdf = (req: IncomingMessage) =>
  isFramed(req) || /^\/whitepaper\/?(?:$|\?)/i.test(req.url ?? "");
