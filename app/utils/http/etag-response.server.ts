import etag from "etag";
import fresh from "fresh";
import type { AppLoadContext } from "@remix-run/node";
import { getContext } from "./load-context";

interface Document {
  body: string;
  type: string;
  modified?: Date | null;
}

/**
 * Responds with a document that clients request repeatedly, or with a 304 if the client already has this version.
 * Caches may store it, but must revalidate it for each request.
 */
export function etagResponse(request: Request, { body, type, modified }: Document): Response {
  const headers = new Headers({
    "Content-Type": type,
    "Cache-Control": "no-cache",
    // Weak, because a response that is compressed on the way is not the same byte for byte.
    ETag: etag(body, { weak: true }),
  });
  if (modified) headers.set("Last-Modified", modified.toUTCString());
  return (
    notModified(request, headers) ??
    new Response(request.method === "HEAD" ? null : body, { headers })
  );
}

/**
 * Awaits a response for programs. A failure is logged, and becomes a plain-text 503.
 * @param failure a sentence that says what could not be read
 */
export async function orUnavailable(
  context: AppLoadContext,
  failure: string,
  respond: () => Response | Promise<Response>,
): Promise<Response> {
  try {
    return await respond();
  } catch (error) {
    if (error instanceof Response) throw error;
    getContext(context).log.error({ err: error }, failure);
    return new Response(`${failure} Please try again later.\n`, {
      status: 503,
      headers: {
        "Content-Type": "text/plain; charset=utf-8",
        "Cache-Control": "no-store",
        "Retry-After": "60",
      },
    });
  }
}

/**
 * @param headers the headers of the full response, with its `ETag` or `Last-Modified`
 * @returns a 304 if the client already has this version, otherwise `undefined`
 */
export function notModified(request: Request, headers: Headers): Response | undefined {
  // `fetch` adds `Cache-Control` to every conditional request, and `fresh` would take it as a forced reload.
  const { "cache-control": _ignored, ...conditions } = Object.fromEntries(request.headers);
  return fresh(conditions, Object.fromEntries(headers))
    ? new Response(null, { status: 304, headers })
    : undefined;
}

/**
 * Responds with a CSV table as a download, which caches must revalidate.
 *
 * @param read returns the table as CSV, or `null` while there is none, which becomes a 404
 */
export const csvResponse = (
  { request, context }: { request: Request; context: AppLoadContext },
  name: string,
  read: () => Promise<string | null>,
): Promise<Response> =>
  orUnavailable(context, "The table could not be read.", async () => {
    const body = await read();
    if (body === null) return new Response("There is no such table yet.\n", { status: 404 });
    const response = etagResponse(request, {
      body,
      type: "text/csv; charset=utf-8; header=present",
    });
    response.headers.set("Content-Disposition", `attachment; filename="${name}"`);
    return response;
  });

/**
 * A response contains more than the text, such as its upvotes. Its `ETag` therefore consists of the version, which
 * `If-Match` compares, and a hash of the body; `If-None-Match` compares both.
 *
 * @returns the `ETag` of a response about a version of a text
 */
export const versionedEtag = (version: number, body: string): string =>
  `"v${version}-${etag(body).slice(1)}`;

/** Matches an `ETag`; it may have the prefix `W/`, which proxies that compress a response add. */
const VERSION = /"v(\d+)-[^"]*"/g;

/** @returns the versions that a request names in `If-Match`; `undefined` if it accepts any */
export function versionsIn({ headers }: Request): number[] | undefined {
  const condition = headers.get("If-Match")?.trim();
  if (condition === undefined || condition === "*") return undefined;
  return [...condition.matchAll(VERSION)].map(([, version]) => Number(version));
}
