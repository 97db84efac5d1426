import etag from "etag";
import parseRange from "range-parser";
import { notModified } from "./not-modified.server";

/** A file whose bytes are at hand. */
export interface WholeFile {
  bytes: Buffer;
  /** Its media type. */
  type: string;
  /** When it was made, in whole seconds. */
  madeAt: Date;
  /** What it is saved as: ASCII, without quotation marks. */
  name: string;
}

/**
 * Answers with a file, shown in place: nothing (304) to whoever has it, a part (206, or 416 where there is
 * no such part) to whoever asks for one, and otherwise all of it. What asks for several parts at once gets
 * the whole, as RFC 9110 allows.
 */
export function fileResponse(request: Request, { bytes, type, madeAt, name }: WholeFile): Response {
  const tag = etag(bytes);
  const modified = madeAt.toUTCString();
  const headers = new Headers({
    "Accept-Ranges": "bytes",
    // Kept, and asked for anew each time: it costs a 304.
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

/** @returns what part is asked for; nothing where the whole is wanted, `none` where there is no such part */
function rangeOf(request: Request, size: number, tag: string, modified: string) {
  const header = request.headers.get("Range");
  // Only a GET has parts.
  if (!header || request.method !== "GET") return undefined;
  // Whoever has a part of another version wants all of this one.
  const condition = request.headers.get("If-Range");
  if (condition !== null && condition !== tag && condition !== modified) return undefined;
  const ranges = parseRange(size, header, { combine: true });
  if (ranges === -1) return "none";
  return ranges === -2 || ranges.type !== "bytes" || ranges.length !== 1 ? undefined : ranges[0];
}
