import { isIP } from "node:net";
import type { Request, RequestHandler } from "express";
import type { Environment } from "~/config/env.server";
import { sendError } from "../error-pages";

const HOST = /^([a-z\d._-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i;
const FORWARDED = /^(x-forwarded-.*|x-real-ip|forwarded)$/;

/**
 * Settles who asks and under which address the site is known to them, then lets nothing else speak
 * of it: routes, and Remix's own comparison of hosts, see `APP_ORIGIN` where it is set, and headers
 * of proxies only where proxies are trusted.
 */
export function forwardedHeaders({
  APP_ORIGIN,
  TRUST_PROXY,
}: Pick<Environment, "APP_ORIGIN" | "TRUST_PROXY">): RequestHandler {
  const configured = APP_ORIGIN ? new URL(APP_ORIGIN) : null;
  return (req, res, next) => {
    const claimed = claimedAddress(req, TRUST_PROXY);
    if (!claimed) return sendError(req, res, 400, "The Host header cannot be read.");
    const url = configured ?? claimed;
    res.locals.ownUrl = url;
    res.locals.clientAddress = clientAddress(req);
    for (const name of Object.keys(req.headers)) {
      if (FORWARDED.test(name)) delete req.headers[name];
    }
    req.headers.host = url.host;
    // @remix-run/express builds `request.url` of these two and of the Host header's port, which it
    // does not find behind an IPv6 address: there the port goes with the name.
    const hostname = url.hostname.startsWith("[") ? url.host : url.hostname;
    Object.defineProperties(req, {
      protocol: { value: url.protocol.slice(0, -1) },
      hostname: { value: hostname },
    });
    next();
  };
}

/** The address by the request's headers; null where they are missing, doubled or unreadable. */
function claimedAddress(req: Request, trustProxy: number): URL | null {
  const hosts = req.rawHeaders.filter((name, i) => i % 2 === 0 && /^host$/i.test(name));
  const forwarded = trustProxy > 0 ? req.get("X-Forwarded-Host")?.split(",")[0]?.trim() : null;
  const addresses = [req.headers.host, forwarded || req.headers.host].map((host = "") => {
    const url = `${req.protocol === "https" ? "https" : "http"}://${host}`;
    return HOST.test(host) && URL.canParse(url) ? new URL(url) : null;
  });
  return hosts.length === 1 && addresses[0] ? (addresses[1] ?? null) : null;
}

/** The address of who asks, as Express makes it out behind the trusted proxies. */
function clientAddress(req: Request): string {
  // Some proxies write a port or a word there; then the nearest address known for sure has to do.
  const address = req.ip && isIP(req.ip) ? req.ip : (req.socket.remoteAddress ?? "unknown");
  return address.replace(/^::ffff:(?=\d+\.)/i, "");
}
