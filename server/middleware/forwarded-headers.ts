import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import type { RequestHandler } from "express";
import { LRUCache } from "lru-cache";
import proxyAddress from "proxy-addr";
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
    const claimed = claimedOrigin(req, TRUST_PROXY);
    if (!claimed) return sendError(req, res, 400, "The Host header cannot be read.");
    const url = configured ?? new URL(claimed);
    res.locals.ownUrl = url;
    res.locals.clientAddress = clientAddress(req, TRUST_PROXY);
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

/**
 * The site's origin by the request's headers, such as `https://example.org`; `null` where they are
 * missing, doubled or unreadable.
 */
export function claimedOrigin(req: IncomingMessage, trustProxy: number): string | null {
  const told = (name: string) => (trustProxy > 0 ? firstOf(req.headers[name]) : "");
  const protocol = told("x-forwarded-proto") === "https" ? "https" : "http";
  const own = originOf(protocol, req.headers.host ?? "");
  if (!own || countHosts(req) !== 1) return null;
  const forwarded = told("x-forwarded-host");
  return forwarded ? originOf(protocol, forwarded) : own;
}

/** Of what several proxies have said, the word of the first. */
const firstOf = (header: string | string[] | undefined = ""): string =>
  String(header).split(",", 1)[0]!.trim();

/** Origins by what was claimed: nearly every request claims the same. */
const origins = new LRUCache<string, { origin: string | null }>({ max: 100 });

function originOf(protocol: string, host: string): string | null {
  const claimed = `${protocol}://${host}`;
  let known = origins.get(claimed);
  if (!known) {
    const isReadable = HOST.test(host) && URL.canParse(claimed);
    origins.set(claimed, (known = { origin: isReadable ? new URL(claimed).origin : null }));
  }
  return known.origin;
}

/** Node keeps the first of several Host headers, so they are counted as they came. */
function countHosts({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length === 4 && name.toLowerCase() === "host") count += 1;
  }
  return count;
}

/** The address of who asks, behind so many proxies that are trusted. */
export function clientAddress(req: IncomingMessage, trustProxy: number): string {
  const told = proxyAddress(req, (_address, distance) => distance < trustProxy);
  // Some proxies write a port or a word there; then the nearest address known for sure has to do.
  const address = isIP(told) ? told : (req.socket.remoteAddress ?? "unknown");
  return address.replace(/^::ffff:(?=\d+\.)/i, "");
}
