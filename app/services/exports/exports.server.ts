/** Exports of a user's own data: made in the background, and kept for a week. */
import { addDays } from "date-fns/addDays";
import { subHours } from "date-fns/subHours";
import { EXPORT_AGAIN_HOURS, EXPORT_DAYS } from "~/domain/exports";
import type { Viewer } from "~/domain/viewer";
import { findChunk } from "~/models/export-chunk.server";
import { addExport, findExport, type Export } from "~/models/export.server";
import { refund } from "~/models/rate-limits.server";
import { notFoundError, unauthenticatedError } from "../errors";
import { recordEvent } from "../events/events.server";
import { enforceRateLimit } from "../rate-limits.server";
import { reportWarning } from "../warnings.server";
import { makeDueExports } from "./make-exports.server";

export interface ExportStatus {
  state: "none" | "waiting" | "ready" | "failed";
  requestedAt: Date | null;
  readyAt: Date | null;
  /** The size of the file in bytes. */
  size: number | null;
  /** Until when the file can be downloaded; `null` unless it is ready. */
  expiresAt: Date | null;
  /** Whether a new export can be requested now. */
  canRequest: boolean;
}

const madeBefore = () => subHours(new Date(), EXPORT_AGAIN_HOURS);

function toStatus(found: Export | null): ExportStatus {
  const isReady = found?.state === "ready";
  const isRecent = isReady && found.readyAt! >= madeBefore();
  return {
    state: found?.state ?? "none",
    requestedAt: found?.requestedAt ?? null,
    readyAt: found?.readyAt ?? null,
    size: found?.size ?? null,
    expiresAt: isReady ? found.expiresAt : null,
    canRequest: found?.state !== "waiting" && !isRecent,
  };
}

/** @returns the state of the viewer's export @throws ServiceError `unauthenticated` */
export async function readExport(viewer: Viewer | null): Promise<ExportStatus> {
  if (!viewer) throw unauthenticatedError();
  return toStatus(await findExport(viewer.id));
}

/**
 * Requests an export of the viewer's data, unless one is being made or was made within a day.
 * @throws ServiceError `unauthenticated`, `limited`
 */
export async function requestExport(viewer: Viewer | null, origin: string): Promise<ExportStatus> {
  const before = await readExport(viewer);
  if (!viewer || !before.canRequest) return before;
  await enforceRateLimit("exports", viewer.id);
  const expiresAt = addDays(new Date(), EXPORT_DAYS);
  if (await addExport({ userId: viewer.id, origin, expiresAt }, madeBefore())) {
    recordEvent({ kind: "data-export-requested", user: viewer.id });
    void makeDueExports().catch(reportWarning("copies of people's data could not be made"));
  } else {
    // A concurrent request, as from a second tab, was faster.
    await refund("exports", viewer.id);
  }
  return readExport(viewer);
}

/** A file to send to the client. */
export interface ExportFile {
  name: string;
  size: number;
  read(): AsyncGenerator<Uint8Array, void, undefined>;
}

/** Opens the export of the viewer's data. @throws ServiceError `unauthenticated`, `notFound` if no export is ready */
export async function openExport(viewer: Viewer | null): Promise<ExportFile> {
  if (!viewer) throw unauthenticatedError();
  const found = await findExport(viewer.id);
  if (found?.state !== "ready" || !found.readyAt) throw notFoundError("Copy of your data");
  const size = found.size ?? 0;
  return {
    name: `${viewer.name.toLowerCase()}-${found.readyAt.toISOString().slice(0, 10)}.zip`,
    size,
    read() {
      recordEvent({ kind: "data-downloaded", user: viewer.id });
      return readFile(found.fileId, size);
    },
  };
}

async function* readFile(fileId: string, size: number): AsyncGenerator<Uint8Array> {
  let sent = 0;
  for (let number = 0; sent < size; number += 1) {
    const chunk = await findChunk(fileId, number);
    if (!chunk) throw new Error("the copy was removed while it was being sent");
    yield chunk;
    sent += chunk.length;
  }
}
