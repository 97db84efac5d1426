import type { ExportFile } from "~/services/exports/exports.server";
import { streamResponse } from "./stream-response.server";

/** @returns a private file as a download, streamed with backpressure: read no faster than the client receives it */
export const downloadResponse = (request: Request, { name, size, read }: ExportFile): Response =>
  streamResponse(request, read(), {
    "Content-Type": "application/zip",
    "Content-Length": String(size),
    "Content-Disposition": `attachment; filename="${name}"`,
    "Cache-Control": "no-store",
  });
