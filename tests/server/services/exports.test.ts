import mongoose, { Types } from "mongoose";
import { afterEach, describe, expect, test, vi } from "vitest";
import { addDays } from "date-fns/addDays";
import * as exportModel from "~/models/export.server";
import { deleteAccount } from "~/services/account-deletion/account-deletion.server";
import {
  makeDueExports,
  openExport,
  readExport,
  requestExport,
} from "~/services/exports/exports.server";
import { storeCollectedEvents } from "~/services/events/events.server";
import { ORIGIN } from "../../setup/api";
import { collection, useDatabase } from "../../setup/database";
import { useEnvironment } from "../../setup/environment";
import { makeExport } from "../../setup/exports";
import { addSignedIn } from "../../setup/people";

useEnvironment({ RATE_LIMITS: "on" });
useDatabase();
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("requesting an export", () => {
  test("returns at once, and sends a mail without a link to the file when it is ready", async () => {
    const person = await addSignedIn();
    expect(await readExport(person.viewer)).toMatchObject({ state: "none", canRequest: true });
    const asked = await requestExport(person.viewer, ORIGIN);
    expect(asked).toMatchObject({ state: "waiting", canRequest: false, size: null });
    await expect(openExport(person.viewer)).rejects.toMatchObject({ kind: "notFound" });
    const insert = vi.spyOn(mongoose.models.Mail!, "create");
    await makeDueExports();
    const mails = insert.mock.calls.map(([mail]) => JSON.stringify(mail));
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain(`${ORIGIN}/settings/data`);
    expect(mails[0]).not.toContain(".zip");
    expect(await readExport(person.viewer)).toMatchObject({ state: "ready", canRequest: false });
  });

  test("again within a day returns the same export, and later a new one", async () => {
    const { viewer } = await addSignedIn();
    await requestExport(viewer, ORIGIN);
    await makeDueExports();
    const first = await exportModel.findExport(viewer.id);
    await requestExport(viewer, ORIGIN);
    expect(await exportModel.findExport(viewer.id)).toEqual(first);
    await collection("exports").updateOne({}, { $set: { readyAt: addDays(new Date(), -1.1) } });
    expect(await requestExport(viewer, ORIGIN)).toMatchObject({ state: "waiting" });
    await makeDueExports();
    const second = await exportModel.findExport(viewer.id);
    expect(second).toMatchObject({ state: "ready" });
    expect(await collection("export-chunks").distinct("file")).toEqual([
      new Types.ObjectId(second!.fileId),
    ]);
  });

  test("five times at once makes one export, and counts once", async () => {
    const { viewer } = await addSignedIn();
    await Promise.all(Array.from({ length: 5 }, () => requestExport(viewer, ORIGIN)));
    await makeDueExports();
    expect(await collection("exports").countDocuments()).toBe(1);
    expect(await collection("limits").findOne({ key: `exports:${viewer.id}` })).toMatchObject({
      points: 1,
    });
    expect(await collection("export-chunks").countDocuments()).toBe(1);
    await storeCollectedEvents();
    expect(await collection("events").countDocuments({ kind: "data-exported" })).toBe(1);
  });

  test("is limited, even if exports fail", async () => {
    const { viewer } = await addSignedIn();
    for (let time = 1; time <= 5; time += 1) {
      await requestExport(viewer, ORIGIN);
      await collection("exports").updateMany({}, { $set: { state: "failed" } });
    }
    await expect(requestExport(viewer, ORIGIN)).rejects.toMatchObject({ kind: "limited" });
  });

  test("needs a signed-in user", async () => {
    for (const ask of [() => requestExport(null, ORIGIN), () => openExport(null)]) {
      await expect(ask()).rejects.toMatchObject({ kind: "unauthenticated" });
    }
  });
});

test("an export is kept for seven days", async () => {
  const { viewer } = await addSignedIn();
  await makeExport({ viewer });
  const { expiresAt } = await readExport(viewer);
  const days = (expiresAt!.getTime() - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(6.99);
  expect(days).toBeLessThan(7.01);
  const [chunk] = await collection("export-chunks").find({}).toArray();
  expect(chunk!.expiresAt).toEqual(expiresAt);
  vi.useFakeTimers({ toFake: ["Date"], now: addDays(new Date(), 7.01) });
  expect(await readExport(viewer)).toMatchObject({ state: "none", canRequest: true });
  await expect(openExport(viewer)).rejects.toMatchObject({ kind: "notFound" });
});

describe("while an export is being made", () => {
  test("a failure is retried, and after five attempts the export has failed", async () => {
    const { viewer } = await addSignedIn();
    vi.spyOn(exportModel, "addChunk").mockRejectedValue(new Error("the disk is full"));
    await requestExport(viewer, ORIGIN);
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await makeDueExports();
      const { attempts } = (await exportModel.findExport(viewer.id))!;
      expect(attempts).toBe(attempt);
      await collection("exports").updateMany({}, { $set: { dueAt: new Date(0) } });
    }
    expect(await readExport(viewer)).toMatchObject({ state: "failed", canRequest: true });
    vi.restoreAllMocks();
    await requestExport(viewer, ORIGIN);
    await makeDueExports();
    expect(await readExport(viewer)).toMatchObject({ state: "ready" });
  });

  test.each(["afterwards", "meanwhile"])("deleting the account %s leaves nothing", async (when) => {
    const { viewer } = await addSignedIn();
    const { addChunk: add } = exportModel;
    if (when === "meanwhile")
      vi.spyOn(exportModel, "addChunk").mockImplementation(async (chunk) => {
        await deleteAccount(viewer.email);
        await add(chunk);
      });
    await requestExport(viewer, ORIGIN);
    await makeDueExports();
    if (when === "afterwards") await deleteAccount(viewer.email);
    for (const name of ["exports", "export-chunks"]) {
      expect(await collection(name).countDocuments(), name).toBe(0);
    }
  });
});
