import etag from "etag";
import parseRange from "range-parser";
import { Readable } from "node:stream";
import { createReadableStreamFromReadable } from "@remix-run/node";
import { notModified } from "./etag-response.server";
import type { ExportFile } from "~/services/exports/exports.server";

/** A file that is completely in memory. */
export interface WholeFile {
  bytes: Buffer;
  type: string;
  /** When the file was created, in whole seconds. */
  madeAt: Date;
  /** The file name for saving it: ASCII, without quotation marks. */
  name: string;
}

/**
 * Responds with a file that the browser displays: a 304 if the client has this version, a 206 for a range, a 416 for a
 * range outside the file, and otherwise the whole file. A request for several ranges gets the whole file as well, as
 * RFC 9110 allows.
 */
export function fileResponse(request: Request, { bytes, type, madeAt, name }: WholeFile): Response {
  const tag = etag(bytes);
  const modified = madeAt.toUTCString();
  const headers = new Headers({
    "Accept-Ranges": "bytes",
    // May be stored, but must be revalidated each time, which costs a 304.
    "Cache-Control": "no-cache",
    "Content-Disposition": `inline; filename="${name}"`,
    ETag: tag,
    "Last-Modified": modified,
  });
  const unchanged = notModified(request, headers);
  if (unchanged) return unchanged;
  headers.set("Content-Type", type);
  const range = rangeOf(request, bytes.length, tag, modified);
  if (range === "none") {
    headers.set("Content-Range", `bytes */${bytes.length}`);
    headers.set("Content-Length", "0");
    return new Response(null, { status: 416, headers });
  }
  const { start, end } = range ?? { start: 0, end: bytes.length - 1 };
  headers.set("Content-Length", String(end + 1 - start));
  if (range) headers.set("Content-Range", `bytes ${start}-${end}/${bytes.length}`);
  const body = request.method === "HEAD" ? null : new Uint8Array(bytes.subarray(start, end + 1));
  return new Response(body, { status: range ? 206 : 200, headers });
}

/** @returns the requested range; `undefined` for the whole file, `none` if the range is outside the file */
function rangeOf(request: Request, size: number, tag: string, modified: string) {
  const header = request.headers.get("Range");
  // Ranges only apply to GET.
  if (!header || request.method !== "GET") return undefined;
  // A client that has a part of another version needs the whole of this one.
  const condition = request.headers.get("If-Range");
  if (condition !== null && condition !== tag && condition !== modified) return undefined;
  const ranges = parseRange(size, header, { combine: true });
  if (ranges === -1) return "none";
  return ranges === -2 || ranges.type !== "bytes" || ranges.length !== 1 ? undefined : ranges[0];
}

/** @returns a response that streams parts of a file with backpressure: no faster than the client receives them */
export function streamResponse(
  { method }: Request,
  parts: AsyncIterable<string | Uint8Array>,
  headers: HeadersInit,
): Response {
  if (method === "HEAD") return new Response(null, { headers });
  return new Response(createReadableStreamFromReadable(Readable.from(parts)), { headers });
}

/** @returns a private file as a download, streamed with backpressure: read no faster than the client receives it */
export const downloadResponse = (request: Request, { name, size, read }: ExportFile): Response =>
  streamResponse(request, read(), {
    "Content-Type": "application/zip",
    "Content-Length": String(size),
    "Content-Disposition": `attachment; filename="${name}"`,
    "Cache-Control": "no-store",
  });
