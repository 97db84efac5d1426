/**
 * Serves pages from memory to visitors who are not signed in. A page is rendered for nobody in particular,
 * from its URL and what this browser remembers of two choices alone: none of a request's other headers reaches the render, so none
 * can change what other visitors get.
 */
import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import accepts from "accepts";
import type { Request, RequestHandler, Response } from "express";
import fresh from "fresh";
import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import type { AppLoadContext } from "@remix-run/node";
import type { Environment } from "~/config/env.server";
import type { PageCacheHooks } from "~/lifecycle.server";
import { claimedOrigin, clientAddress, isOwnHost } from "../middleware/forwarded-headers";
import { requestIdOf } from "../middleware/request-id";
import { logRequest } from "../middleware/request-log";
import {
  cachedPage,
  chooseEncoding,
  encodedBody,
  sizeOf,
  type CachedPage,
  type Encoding,
} from "./cached-page";

/** Renders a page for a request that the cache has created. */
export type RenderPage = (
  request: globalThis.Request,
  context: AppLoadContext,
) => Promise<globalThis.Response>;

export interface PageCache {
  /** Sends a cached page at once, if there is one. @returns whether it has responded */
  serveCached(req: IncomingMessage, res: ServerResponse): boolean;
  /** Renders a page that may be cached, caches it and sends it. */
  renderAndCache: RequestHandler;
  close(): Promise<void>;
}

interface PageCacheOptions {
  environment: Pick<Environment, "APP_ORIGIN" | "PAGE_CACHE_MB" | "TRUST_PROXY">;
  hooks: PageCacheHooks;
  render: RenderPage;
  log: Logger;
}

/** What identifies a cached page. */
interface CacheKey {
  origin: string;
  /** The cookies of the colour scheme and of the view of articles, or an empty string. */
  cookie: string;
  address: string;
}

type CacheableAddress = NonNullable<ReturnType<PageCacheHooks["cacheableAddress"]>>;
type KeyedAddress = Pick<CacheableAddress, "address" | "hasViews">;

const MEGABYTE = 1024 * 1024;
/** The share of the memory that is for cached data of pages that cannot be cached themselves. */
const CACHED_READS_PART = 0.25;
/** How many spellings of URLs are remembered. */
const MAX_SPELLINGS = 5_000;

/** Creates the page cache of this process, and its cache of data. */
export async function createPageCache({
  environment,
  hooks,
  render,
  log,
}: PageCacheOptions): Promise<PageCache> {
  const { APP_ORIGIN, TRUST_PROXY, PAGE_CACHE_MB } = environment;
  const personalCookies = hooks.personalCookies();
  const viewCookie = hooks.viewCookie();
  /** The cookies on which pages depend, each with its values, in the order of the key. */
  const choices = new Map([
    [hooks.schemeCookie(), await hooks.schemeCookies()],
    [viewCookie, await hooks.viewCookies()],
  ]);
  await hooks.invalidateEverything();
  const maxBytes = PAGE_CACHE_MB * MEGABYTE;
  const pages = hooks.createCache(maxBytes * (1 - CACHED_READS_PART), sizeOf);
  const invalidations = hooks.readInvalidationLog();
  const stopListening = hooks.onInvalidation(pages.invalidate);
  const stopCachedReads = hooks.cacheReads(maxBytes * CACHED_READS_PART, invalidations.isCurrent);
  /** Normalised addresses by request URL, for URLs that have passed every check. */
  const spellings = new LRUCache<string, KeyedAddress>({ max: MAX_SPELLINGS });

  function keyOf(req: IncomingMessage, { address, hasViews }: KeyedAddress): CacheKey | null {
    const { authorization, "content-length": length, "transfer-encoding": transfer } = req.headers;
    if (req.method !== "GET" && req.method !== "HEAD") return null;
    if (authorization !== undefined || length !== undefined || transfer !== undefined) return null;
    // API calls ignore cookies.
    const cookie = address.startsWith("/api/") ? "" : choicesIn(req.headers.cookie, hasViews);
    const claimed = claimedOrigin(req, TRUST_PROXY);
    if (cookie === null || claimed === null || !invalidations.isCurrent()) return null;
    // Pages for invented hosts would evict the pages that people read.
    if (APP_ORIGIN === undefined && !isOwnHost(req)) return null;
    return { origin: APP_ORIGIN ?? claimed, cookie, address };
  }

  /** Whether a request identifies its user, who may have just written something. */
  const isPersonal = ({ headers: { authorization, cookie = "" } }: Request): boolean =>
    authorization !== undefined || personalCookies.some((name) => cookie.includes(`${name}=`));

  /**
   * @param hasViews whether the page depends on the view of articles
   * @returns the cookies of the choices on which the page depends, an empty string if there are none, or `null` if it
   *   depends on other cookies of the request
   */
  function choicesIn(cookies: string | undefined, hasViews: boolean): string | null {
    if (cookies === undefined) return "";
    const found = new Map<string, string>();
    for (const cookie of cookies.split(";")) {
      const pair = cookie.trim();
      const name = pair.split("=", 1)[0]!.trim();
      if (personalCookies.includes(name)) return null;
      const values = choices.get(name);
      if (!values || (name === viewCookie && !hasViews)) continue;
      if (found.has(name) || !values.includes(pair)) return null;
      found.set(name, pair);
    }
    return [...choices.keys()].flatMap((name) => found.get(name) ?? []).join("; ");
  }

  const nameOf = ({ origin, cookie, address }: CacheKey) => `${origin} ${cookie} ${address}`;

  async function renderForCache(
    { origin, cookie }: CacheKey,
    { address, tags, viewedArticle }: CacheableAddress,
    req: Request,
    res: Response,
  ) {
    const nonce = randomBytes(24).toString("base64url");
    const common = commonHeaders(res);
    let hasFailed = false;
    const renderLog = req.log.child({});
    const error = renderLog.error.bind(renderLog);
    // A page of which a part could not be loaded logs an error. It is served, but not cached.
    renderLog.error = ((...told: Parameters<typeof error>) => {
      hasFailed = true;
      error(...told);
    }) as typeof renderLog.error;
    const request = new Request(origin + address, {
      // Not a view: those are counted when the page is sent.
      headers: { "Sec-Purpose": "prefetch", ...(cookie && { Cookie: cookie }) },
    });
    const { requestId } = res.locals;
    const context = { nonce, requestId, clientAddress: "unknown", log: renderLog };
    const response = await render(request, context);
    const page = await cachedPage(response, { common, nonce, viewedArticle });
    const isCacheable = !hasFailed && mayBeCached(response);
    if (!isCacheable || !viewedArticle) return { value: page, tags, isCacheable };
    const beside = await hooks.tagBeside(viewedArticle).catch(() => null);
    return { value: page, tags: beside ? [...tags, beside] : tags, isCacheable: beside !== null };
  }

  /** @param visitor the client's address, if the headers that tell it have been removed */
  function send(
    req: IncomingMessage,
    res: ServerResponse,
    page: CachedPage,
    { encoding, body }: { encoding: Encoding; body: Buffer },
    visitor?: string,
  ) {
    // Node writes a list of all headers faster than headers that are set one by one.
    const headers = [...page.headers, "X-Request-Id", String(req.id)];
    if (isNotModified(req, page)) res.writeHead(304, headers).end();
    else {
      if (page.contentType) headers.push("Content-Type", page.contentType);
      if (encoding !== "identity") headers.push("Content-Encoding", encoding);
      headers.push("Content-Length", String(body.length));
      res.writeHead(page.status, headers).end(req.method === "HEAD" ? undefined : body);
    }
    if (page.status === 200 && req.method === "GET") {
      hooks.countRead(req.url ?? "", page.contentType ?? "");
    }
    if (page.viewedArticle && page.status === 200) countView(req, page.viewedArticle, visitor);
  }

  function countView(req: IncomingMessage, articleId: string, visitor?: string): void {
    const { method = "", headers } = req;
    if (!hooks.isPageView(method, (name) => headers[name] as string | undefined)) return;
    hooks.countViewLater(articleId, visitor ?? clientAddress(req, TRUST_PROXY));
  }

  return {
    serveCached(req, res) {
      const startedAt = performance.now();
      const address = spellings.get(req.url ?? "");
      const key = address === undefined ? null : keyOf(req, address);
      const page = key && pages.get(nameOf(key));
      if (!page) return false;
      const encoding = chooseEncoding(page, acceptedEncoding(req));
      const body = page.bodies[encoding];
      if (!body) return false; // Compressing can fail, and only `renderAndCache` handles errors.
      req.id = requestIdOf(req, TRUST_PROXY);
      send(req, res, page, { encoding, body });
      logRequest(log, req, res, performance.now() - startedAt);
      return true;
    },

    renderAndCache(req, res, next) {
      const cacheable = hooks.cacheableAddress(req.url);
      const key = cacheable && keyOf(req, cacheable);
      if (!key) {
        if (!isPersonal(req)) return next();
        // Wait for the invalidations of other processes, so that users see what they have just written.
        return void invalidations.catchUp().then(() => next(), next);
      }
      spellings.set(req.url, cacheable);
      const name = nameOf(key);
      const answer = async () => {
        let isOwn = false;
        const { value: page } = await pages.getOrCompute(name, () => {
          isOwn = true;
          return renderForCache(key, cacheable, req, res);
        });
        // An error page shows the id of its request, so each request renders its own.
        if (page.status >= 500 && !isOwn) return next();
        const encoding = chooseEncoding(page, acceptedEncoding(req));
        const isNew = !page.bodies[encoding];
        const body = await encodedBody(page, encoding);
        if (isNew) pages.resized(name, page);
        send(req, res, page, { encoding, body }, res.locals.clientAddress);
      };
      answer().catch(next);
    },

    async close() {
      stopListening();
      stopCachedReads();
      await invalidations.stop();
    },
  };
}

/** Whether a response may be cached: only a successful one that does not depend on the visitor. */
const mayBeCached = ({ status, headers }: globalThis.Response): boolean =>
  status === 200 &&
  !headers.has("Set-Cookie") &&
  !/no-store|private/.test(headers.get("Cache-Control") ?? "");

/** The headers that the middleware has set on the response, as on every response. */
function commonHeaders(res: Response): [string, string][] {
  // Node's types lack this method for responses.
  const { getRawHeaderNames } = res as Response & { getRawHeaderNames(): string[] };
  return getRawHeaderNames.call(res).map((name) => [name, String(res.getHeader(name))]);
}

/** The chosen encoding by Accept-Encoding header; few different headers occur. */
const encodings = new LRUCache<string, Encoding>({ max: 200 });

function acceptedEncoding(req: IncomingMessage): Encoding {
  const header = req.headers["accept-encoding"] ?? "";
  let encoding = encodings.get(header);
  if (!encoding) {
    const accepted = accepts(req).encodings();
    encoding = (["br", "gzip"] as const).find((name) => accepted.includes(name)) ?? "identity";
    encodings.set(header, encoding);
  }
  return encoding;
}

function isNotModified(req: IncomingMessage, { status, etag, lastModified }: CachedPage): boolean {
  const { "if-none-match": tags, "if-modified-since": since } = req.headers;
  if (status !== 200 || (tags === undefined && since === undefined)) return false;
  if (tags !== undefined && tags === etag) return true;
  return fresh(
    { "if-none-match": tags, "if-modified-since": since },
    { etag: etag ?? undefined, "last-modified": lastModified ?? undefined },
  );
}
