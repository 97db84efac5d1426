import { Readable } from "node:stream";
import { createReadableStreamFromReadable } from "@remix-run/node";

/** @returns parts of a file as they come: no faster than they are taken */
export function streamResponse(
  { method }: Request,
  parts: AsyncIterable<string | Uint8Array>,
  headers: HeadersInit,
): Response {
  if (method === "HEAD") return new Response(null, { headers });
  return new Response(createReadableStreamFromReadable(Readable.from(parts)), { headers });
}
