import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Router, type Response, type RequestHandler } from "express";
import helmet from "helmet";
import type { Environment } from "~/config/env.server";

const YEAR_IN_SECONDS = 365 * 24 * 60 * 60;

/**
 * The headers that tell a browser what a page of this site may do, on every answer whatever its
 * kind. Scripts run when they are files of ours or carry the nonce of their answer.
 */
export function securityHeaders({
  APP_ORIGIN,
  HSTS_SUBDOMAINS,
  NODE_ENV,
}: Pick<Environment, "APP_ORIGIN" | "HSTS_SUBDOMAINS" | "NODE_ENV">): RequestHandler {
  const development = NODE_ENV === "development";
  const https = APP_ORIGIN?.startsWith("https:") ?? false;
  // Helmet's types know Node's response only; in an Express app it is Express's.
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
          // Vite puts styles into the page while one develops, and knows no nonce.
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
      // What else lives under its domain is for the operator to decide.
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

/** Whether pages of ours show what is asked for within themselves. */
const isFramed = ({ url = "" }: IncomingMessage) => /^\/api\/whitepaper\.pdf(?:$|\?)/i.test(url);

/** The whitepaper's page shows its PDF without scripts, and some browsers show one by a page of their own. */
const mayShowPdf = (req: IncomingMessage) =>
  isFramed(req) || /^\/whitepaper\/?(?:$|\?)/i.test(req.url ?? "");
