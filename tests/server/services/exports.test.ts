/** Exports of users' data: how they are requested, made, kept and deleted. */
import mongoose, { Types } from "mongoose";
import { afterEach, describe, expect, test, vi } from "vitest";
import { addDays } from "date-fns/addDays";
import { addChunk, findChunk } from "~/models/export-chunk.server";
import * as chunks from "~/models/export-chunk.server";
import { addExport, findExport, startAttempt } from "~/models/export.server";
import { acquireLock } from "~/models/job-lock.server";
import { deleteAccount } from "~/services/account-deletion/account-deletion.server";
import { scheduleDeletion } from "~/services/account-deletion/scheduled-deletion.server";
import { makeDueExports, scheduleExports } from "~/services/exports/make-exports.server";
import { openExport, readExport, requestExport } from "~/services/exports/exports.server";
import { storeCollectedEvents } from "~/services/events/events.server";
import { sendDueMails } from "~/services/mail/outbox.server";
import { ORIGIN } from "../../setup/api";
import { useDatabase } from "../../setup/database";
import { makeExport, download } from "../../setup/exports";
import { addSignedIn, PASSWORD, signUpSomebody } from "../../setup/people";

// Settings are read at their first use, so this file needs modules of its own.
process.env.RATE_LIMITS = "on";
useDatabase();
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const collection = (name: string) => mongoose.connection.collection(name);

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
    const first = await findExport(viewer.id);
    await requestExport(viewer, ORIGIN);
    expect(await findExport(viewer.id)).toEqual(first);
    await collection("exports").updateOne({}, { $set: { readyAt: addDays(new Date(), -1.1) } });
    expect(await requestExport(viewer, ORIGIN)).toMatchObject({ state: "waiting" });
    await makeDueExports();
    const second = await findExport(viewer.id);
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

  test("gives no access to another user's export", async () => {
    const [one, other] = [await addSignedIn(), await addSignedIn()];
    await makeExport(one);
    await expect(openExport(other.viewer)).rejects.toMatchObject({ kind: "notFound" });
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
  /** Leaves an export as a process leaves it that crashes while making it. */
  async function leaveHalfDone(userId: string, lockMs: number) {
    await addExport({ userId, origin: ORIGIN, expiresAt: addDays(new Date(), 7) }, new Date());
    const { id } = (await findExport(userId))!;
    await acquireLock(`export ${id}`, lockMs);
    const attempt = (await startAttempt(id))!;
    const data = Buffer.from("half of a file");
    const expiresAt = addDays(new Date(), 1);
    await addChunk({ fileId: attempt.fileId, userId, number: 0, data, expiresAt });
    return attempt;
  }

  test("other processes leave it alone until its lock expires, and then start again", async () => {
    const { viewer } = await addSignedIn();
    const attempt = await leaveHalfDone(viewer.id, 60_000);
    await makeDueExports();
    expect(await readExport(viewer)).toMatchObject({ state: "waiting" });
    await collection("job-locks").updateMany({}, { $set: { until: new Date(0) } });
    await makeDueExports();
    expect(await readExport(viewer)).toMatchObject({ state: "ready" });
    expect(await findChunk(attempt.fileId, 0)).toBeNull();
    expect((await download({ viewer })).data.account).toMatchObject({ name: viewer.name });
  });

  test("a failure is retried, and after five attempts the export has failed", async () => {
    const { viewer } = await addSignedIn();
    vi.spyOn(chunks, "addChunk").mockRejectedValue(new Error("the disk is full"));
    await requestExport(viewer, ORIGIN);
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await makeDueExports();
      const { attempts } = (await findExport(viewer.id))!;
      expect(attempts).toBe(attempt);
      await collection("exports").updateMany({}, { $set: { dueAt: new Date(0) } });
    }
    expect(await readExport(viewer)).toMatchObject({ state: "failed", canRequest: true });
    vi.restoreAllMocks();
    await requestExport(viewer, ORIGIN);
    await makeDueExports();
    expect(await readExport(viewer)).toMatchObject({ state: "ready" });
  });

  test("a process that stops leaves it to another one, without counting an attempt", async () => {
    const { viewer } = await addSignedIn();
    const end = scheduleExports();
    const { addChunk: add } = chunks;
    let ended: Promise<void> | undefined;
    vi.spyOn(chunks, "addChunk").mockImplementation(async (chunk) => {
      ended ??= end();
      await add(chunk);
    });
    await requestExport(viewer, ORIGIN);
    await makeDueExports();
    await ended;
    expect(await findExport(viewer.id)).toMatchObject({ state: "waiting", attempts: 0 });
    expect(await collection("export-chunks").countDocuments()).toBe(0);
    vi.restoreAllMocks();
    await scheduleExports()();
    const stop = scheduleExports();
    await makeDueExports();
    expect(await readExport(viewer)).toMatchObject({ state: "ready" });
    await stop();
    // Restores the state for the tests that follow. A real process would end here.
    vi.spyOn(globalThis, "setInterval").mockReturnValueOnce(setTimeout(() => {}).unref());
    scheduleExports();
  });

  test("deleting the account afterwards leaves nothing of it", async () => {
    const { viewer } = await addSignedIn();
    await makeExport({ viewer });
    await deleteAccount(viewer.email);
    for (const name of ["exports", "export-chunks"]) {
      expect(await collection(name).countDocuments(), name).toBe(0);
    }
  });

  test("deleting the account meanwhile leaves nothing of it", async () => {
    const { viewer } = await addSignedIn();
    const { addChunk: add } = chunks;
    vi.spyOn(chunks, "addChunk").mockImplementation(async (chunk) => {
      await deleteAccount(viewer.email);
      await add(chunk);
    });
    await requestExport(viewer, ORIGIN);
    await makeDueExports();
    for (const name of ["exports", "export-chunks"]) {
      expect(await collection(name).countDocuments(), name).toBe(0);
    }
  });

  test("a planned deletion of the account is part of it", async () => {
    const person = await signUpSomebody();
    const leave = { content: "delete", currentPassword: PASSWORD } as const;
    await scheduleDeletion(person.viewer, leave, { address: "192.0.2.1", origin: ORIGIN });
    await sendDueMails();
    const { data } = await makeExport(person);
    expect(data.account).toMatchObject({ leaving: { withContent: true } });
  });
});
