/** Exports of users' data, as users receive them. */
import { expect } from "vitest";
import type { Viewer } from "~/domain/viewer";
import { storeCollectedEvents } from "~/services/events/events.server";
import { openExport, requestExport, makeDueExports } from "~/services/exports/exports.server";
import { ORIGIN } from "./api";
import { unzip } from "./unzip";

type Person = { viewer: Viewer };

/** Makes an export. @returns its contents */
export async function makeExport(person: Person) {
  await storeCollectedEvents();
  await requestExport(person.viewer, ORIGIN);
  await makeDueExports();
  return download(person);
}

/** @returns the contents of a user's finished export */
export async function download({ viewer }: Person) {
  const file = await openExport(viewer);
  const bytes: Uint8Array[] = [];
  for await (const chunk of file.read()) bytes.push(chunk);
  const zip = Buffer.concat(bytes);
  expect(zip.length).toBe(file.size);
  const files = await unzip(zip);
  return { files, data: JSON.parse(files.get("data.json") ?? "") as Record<string, unknown[]> };
}
