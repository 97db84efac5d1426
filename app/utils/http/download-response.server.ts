import type { ExportFile } from "~/services/exports/exports.server";
import { streamResponse } from "./stream-response.server";

/** @returns a file that is for one person, as it is read: no faster than it is taken */
export const downloadResponse = (request: Request, { name, size, read }: ExportFile): Response =>
  streamResponse(request, read(), {
    "Content-Type": "application/zip",
    "Content-Length": String(size),
    "Content-Disposition": `attachment; filename="${name}"`,
    "Cache-Control": "no-store",
  });
