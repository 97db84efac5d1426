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
    const forwarded = Object.keys(req.headers).filter((name) => FORWARDED.test(name));
    res.locals.isForwarded = forwarded.length > 0;
    for (const name of forwarded) delete req.headers[name];
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
 * missing, doubled or unreadable. `X-Forwarded-Host` counts for nothing: many proxies pass on what the
 * visitor wrote there, and links made of it would lead others to anywhere.
 */
export function claimedOrigin(req: IncomingMessage, trustProxy: number): string | null {
  const told = trustProxy > 0 ? firstOf(req.headers["x-forwarded-proto"]) : "";
  const own = originOf(told === "https" ? "https" : "http", req.headers.host ?? "");
  return countHosts(req) === 1 ? own : null;
}

/**
 * Whether the Host header names the address and the port that the request came to, or `localhost`.
 * Anybody can invent other hosts without number.
 */
export function isOwnHost({ headers, socket }: IncomingMessage): boolean {
  const { localAddress = "", localPort } = socket;
  const { host } = headers;
  const address = localAddress.includes(":") ? `[${localAddress}]` : localAddress;
  return host === `${address}:${localPort}` || host === `localhost:${localPort}`;
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
  const near = req.socket.remoteAddress ?? "unknown";
  const told = trustProxy > 0 ? proxyAddress.all(req, (_, distance) => distance < trustProxy) : [];
  // Where a proxy wrote a word instead of an address, the one nearer to us has to do.
  const address = told.map(withoutPort).findLast((one) => isIP(one)) ?? near;
  return address.replace(/^::ffff:(?=\d+\.)/i, "");
}

/** Some proxies write `192.0.2.1:443` and `[2001:db8::1]:443`. */
function withoutPort(written: string): string {
  const [, v4, v6] = /^(?:([\d.]+):\d+|\[([^\]]+)\](?::\d+)?)$/.exec(written) ?? [];
  return v4 ?? v6 ?? written;
}
