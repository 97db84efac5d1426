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
 * Determines the client's address and the site's own URL, then removes or overwrites all headers that
 * could contradict them. Routes, and Remix's own comparison of hosts, see `APP_ORIGIN` if it is set.
 * Headers of proxies count only if proxies are trusted.
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
    // @remix-run/express builds `request.url` from these two and the port of the Host header. It does not
    // find the port after an IPv6 address, so there the hostname includes it.
    const hostname = url.hostname.startsWith("[") ? url.host : url.hostname;
    Object.defineProperties(req, {
      protocol: { value: url.protocol.slice(0, -1) },
      hostname: { value: hostname },
    });
    next();
  };
}

/**
 * The site's origin according to the request's headers, such as `https://example.org`; `null` if they are
 * missing, duplicated or invalid. `X-Forwarded-Host` is ignored: many proxies pass on what the client
 * sent, and links built from it could lead other users to any site.
 */
export function claimedOrigin(req: IncomingMessage, trustProxy: number): string | null {
  const protocol = trustProxy > 0 ? firstOf(req.headers["x-forwarded-proto"]) : "";
  const own = originOf(protocol === "https" ? "https" : "http", req.headers.host ?? "");
  return countHosts(req) === 1 ? own : null;
}

/**
 * Whether the Host header names the address and port that received the request, or `localhost`.
 * Clients can invent any number of other hosts.
 */
export function isOwnHost({ headers, socket }: IncomingMessage): boolean {
  const { localAddress = "", localPort } = socket;
  const { host } = headers;
  const address = localAddress.includes(":") ? `[${localAddress}]` : localAddress;
  return host === `${address}:${localPort}` || host === `localhost:${localPort}`;
}

/** The first value of a header to which several proxies have each added a value. */
const firstOf = (header: string | string[] | undefined = ""): string =>
  String(header).split(",", 1)[0]!.trim();

/** Parsed origins by claimed origin; nearly all requests claim the same one. */
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

/** Counts the raw Host headers, because in `headers` Node keeps only the first of several. */
function countHosts({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length === 4 && name.toLowerCase() === "host") count += 1;
  }
  return count;
}

/** The client's address. @param trustProxy the number of trusted proxies in front of this server */
export function clientAddress(req: IncomingMessage, trustProxy: number): string {
  const nearest = req.socket.remoteAddress ?? "unknown";
  const hops = trustProxy > 0 ? proxyAddress.all(req, (_, distance) => distance < trustProxy) : [];
  // If a proxy wrote a word instead of an address, the next valid address closer to us is used.
  const address = hops.map(withoutPort).findLast((one) => isIP(one)) ?? nearest;
  return address.replace(/^::ffff:(?=\d+\.)/i, "");
}

/** Removes the port, because some proxies write `192.0.2.1:443` and `[2001:db8::1]:443`. */
function withoutPort(written: string): string {
  const [, v4, v6] = /^(?:([\d.]+):\d+|\[([^\]]+)\](?::\d+)?)$/.exec(written) ?? [];
  return v4 ?? v6 ?? written;
}
