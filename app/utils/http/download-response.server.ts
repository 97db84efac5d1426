import { Readable } from "node:stream";
import { createReadableStreamFromReadable } from "@remix-run/node";
import type { ExportFile } from "~/services/exports/exports.server";

/** @returns a file that is for one person, as it is read: no faster than it is taken */
export function downloadResponse({ method }: Request, { name, size, read }: ExportFile): Response {
  const headers = {
    "Content-Type": "application/zip",
    "Content-Length": String(size),
    "Content-Disposition": `attachment; filename="${name}"`,
    "Cache-Control": "no-store",
  };
  if (method === "HEAD") return new Response(null, { headers });
  return new Response(createReadableStreamFromReadable(Readable.from(read())), { headers });
}
