import etag from "etag";
import { notModified } from "./not-modified.server";

interface Document {
  body: string;
  /** Its media type. */
  type: string;
  /** When the document last changed, if known. */
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

/** @returns a plain-text 503 for programs, with a sentence that says what is unavailable */
export const unavailableResponse = (message: string): Response =>
  new Response(`${message}\n`, {
    status: 503,
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "no-store",
      "Retry-After": "60",
    },
  });
