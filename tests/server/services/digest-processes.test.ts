/** Digests made by two processes at once, one of which is killed. */
import { Types } from "mongoose";
import { beforeEach, expect, test, vi } from "vitest";
import { tell } from "~/models/notice.server";
import { makeDueDigests } from "~/services/digest/digest.server";
import { collection } from "../../setup/database";
import { addArticle, addUser } from "../../setup/people";
import { useSharedDatabase } from "../../setup/second-process";

const { start } = useSharedDatabase({ APP_ORIGIN: "https://site.example" });

const READERS = 40;
const MINUTE_MS = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS);

/** All readers have been told of an article, and their digests are due. */
beforeEach(async () => {
  const readers: string[] = [];
  while (readers.length < READERS) readers.push((await addUser()).id);
  const { id, authorId } = await addArticle();
  const text = { kind: "article" as const, id };
  await tell(readers, {
    kind: "person",
    subject: { kind: "person", id: authorId },
    day: "2026-01-05",
    source: { id, actor: authorId, text, about: [id, authorId], at: ago(20) },
  });
  await collection("notices").updateMany(
    {},
    { $set: { at: ago(20), "sources.0.toldAt": ago(20) } },
  );
  await collection("mail-settings").insertMany(
    readers.map((reader) => ({
      user: new Types.ObjectId(reader),
      ...{ frequency: "daily", hour: 8, weekday: 1, timeZone: "Europe/Berlin" },
      ...{ nextDigestAt: ago(1), digestedUntil: ago(60) },
    })),
  );
});

const unmade = { nextDigestAt: { $lte: new Date() } };
const mails = () => collection("mails").countDocuments();
const mailedPeople = async () => (await collection("mails").distinct("user")).length;

test("two processes make each digest once", async () => {
  const other = await start();
  await Promise.all([makeDueDigests(), other.ask({ act: "digests" }), makeDueDigests()]);
  expect([await mails(), await mailedPeople()]).toEqual([READERS, READERS]);
  expect(await collection("mail-settings").countDocuments(unmade)).toBe(0);
});

test("what a killed process leaves is made by another one, once", async () => {
  const other = await start();
  other.ask({ act: "digests" }).catch(() => {});
  await vi.waitUntil(async () => (await mails()) >= 5, { timeout: 30_000, interval: 1 });
  await other.kill();
  expect(await mails()).toBeLessThan(READERS);
  await makeDueDigests();
  // The claim of the killed process ends after ten minutes.
  await collection("mail-settings").updateMany(
    { digestDueAt: { $exists: true } },
    { $set: { nextDigestAt: ago(0) } },
  );
  await makeDueDigests();
  expect([await mails(), await mailedPeople()]).toEqual([READERS, READERS]);
  expect(await collection("mail-settings").countDocuments({ digestDueAt: { $exists: true } })).toBe(
    0,
  );
});
