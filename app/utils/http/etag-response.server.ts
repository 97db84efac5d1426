import etag from "etag";
import { notModified } from "./not-modified.server";

interface Document {
  body: string;
  /** Its media type. */
  type: string;
  /** When it changed last, where that is known. */
  modified?: Date | null;
}

/**
 * Answers with a document that is asked for again and again: with nothing (304) where whoever asks has
 * it. It may be kept, and is asked for anew each time.
 */
export function etagResponse(request: Request, { body, type, modified }: Document): Response {
  const headers = new Headers({
    "Content-Type": type,
    "Cache-Control": "no-cache",
    // Weak, for what is compressed on its way is not the same byte for byte.
    ETag: etag(body, { weak: true }),
  });
  if (modified) headers.set("Last-Modified", modified.toUTCString());
  return (
    notModified(request, headers) ??
    new Response(request.method === "HEAD" ? null : body, { headers })
  );
}

/** Answers a program that what it asked for cannot be had now, in a sentence. */
export const unavailableResponse = (message: string): Response =>
  new Response(`${message}\n`, {
    status: 503,
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "no-store",
      "Retry-After": "60",
    },
  });
