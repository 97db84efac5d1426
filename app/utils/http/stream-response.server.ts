import { Readable } from "node:stream";
import { createReadableStreamFromReadable } from "@remix-run/node";

/** @returns a response that streams parts of a file with backpressure: no faster than the client receives them */
export function streamResponse(
  { method }: Request,
  parts: AsyncIterable<string | Uint8Array>,
  headers: HeadersInit,
): Response {
  if (method === "HEAD") return new Response(null, { headers });
  return new Response(createReadableStreamFromReadable(Readable.from(parts)), { headers });
}
