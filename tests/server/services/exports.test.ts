/** Copies of their data that people ask for: what is in them, and how they are made, kept and taken away. */
import matter from "gray-matter";
import mongoose, { Types } from "mongoose";
import { parse as parseCsv } from "csv-parse/sync";
import { afterEach, describe, expect, test, vi } from "vitest";
import { addDays } from "date-fns/addDays";
import { addChunk, findChunk } from "~/models/export-chunk.server";
import * as chunks from "~/models/export-chunk.server";
import { addExport, findExport, startAttempt } from "~/models/export.server";
import { acquireLock } from "~/models/job-lock.server";
import { exportLists, exportSchema } from "~/schemas/export";
import { deleteAccount } from "~/services/accounts/account-deletion.server";
import { planLeaving } from "~/services/accounts/leaving.server";
import { postArticle, upvoteArticle } from "~/services/articles/articles.server";
import { commentOnArticle } from "~/services/articles/comments.server";
import {
  CHUNK_BYTES,
  makeDueExports,
  scheduleExports,
} from "~/services/exports/make-exports.server";
import { openExport, readExport, requestExport } from "~/services/exports/exports.server";
import { ACCOUNT_COLLECTIONS, LEFT_OUT, parts } from "~/services/exports/parts.server";
import { storeCollectedEvents } from "~/services/events/events.server";
import { sendDueMails } from "~/services/mail/outbox.server";
import { applyForMembership, voteOnApplication } from "~/services/membership/membership.server";
import { addReview } from "~/services/reviews/reviews.server";
import { useDatabase } from "../../setup/database";
import {
  addArticle,
  addSignedIn,
  addUser,
  PASSWORD,
  signUpSomebody,
  someReview,
} from "../../setup/people";
import { unzip } from "../../setup/unzip";

// Read at the first use, so that this file has modules of its own.
process.env.RATE_LIMITS = "on";
useDatabase();
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const ORIGIN = "https://site.example";
const collection = (name: string) => mongoose.connection.collection(name);
const statement = "I read prospectuses for a living and would review tokenomics with patience.";

type Person = Awaited<ReturnType<typeof addSignedIn>>;

async function copyOf({ viewer }: Pick<Person, "viewer">) {
  await storeCollectedEvents();
  await requestExport(viewer, ORIGIN);
  await makeDueExports();
  return download({ viewer });
}

async function download({ viewer }: Pick<Person, "viewer">) {
  const file = await openExport(viewer);
  const bytes: Uint8Array[] = [];
  for await (const chunk of file.read()) bytes.push(chunk);
  const zip = Buffer.concat(bytes);
  expect(zip.length).toBe(file.size);
  const files = await unzip(zip);
  return { files, data: JSON.parse(files.get("data.json") ?? "") as Record<string, unknown[]> };
}

const post = ({ viewer }: Pick<Person, "viewer">, fields: object = {}) =>
  postArticle(viewer, {
    ...{ title: "Zero rates", summary: "Bitcoin is bullish", category: "general" },
    ...{ content: "A text", url: `https://example.org/${new Types.ObjectId().toHexString()}` },
    ...fields,
  });

describe("what a copy holds", () => {
  test("all that is stored of somebody, and nothing of anybody else", async () => {
    const person = await signUpSomebody({ name: "Zephyrine" });
    const mara = await addSignedIn({ name: "Mara", isMember: true });
    const member = { ...person.viewer, isMember: true };
    const own = await post(person);
    const other = await addArticle({ author: mara.viewer });
    await commentOnArticle(member, other.id, { content: "I like bitcoin" });
    await commentOnArticle(mara.viewer, own.id, { content: "A secret of Mara's" });
    await upvoteArticle(member, other.id);
    await upvoteArticle(mara.viewer, own.id);
    await addReview(member, someReview({ review: "Ethereum is a scam", category: "rates" }));
    await applyForMembership(person.viewer, { statement });
    const open = await applyForMembership(await addUser({ name: "Ida" }), { statement });
    await voteOnApplication(member, open.id, true);
    const { data, files } = await copyOf(person);
    expect(exportSchema.strict().parse(data)).toEqual(data);
    expect(data.account).toMatchObject({ name: "Zephyrine", email: person.email });
    const counts = Object.entries(data).filter(([name]) => Object.hasOwn(exportLists, name));
    expect(Object.fromEntries(counts.map(([name, list]) => [name, list.length]))).toMatchObject({
      ...{ articles: 1, reviews: 1, comments: 1, upvotes: 1, mentions: 3 },
      ...{ applications: 1, votes: 1, sessions: 1, links: 1, passkeys: 0 },
    });
    expect(data.events).toMatchObject([{ kind: "sign-up" }]);
    const all = [...files.values()].join("\n");
    expect(all).not.toMatch(/A secret of Mara|mara@example\.org/);
    expect(all).not.toContain(person.browserSecret);
    const stored = await collection("users").findOne({ email: person.email });
    expect(all).not.toContain(stored!.passwordHash);
    for (const { secretHash } of await collection("sessions").find({}).toArray()) {
      expect(all).not.toContain(secretHash);
    }
  });

  test("is of every collection, or says why not", async () => {
    const known = [
      ...Object.values(parts).flatMap(({ collections }) => collections),
      ...ACCOUNT_COLLECTIONS,
      ...Object.keys(LEFT_OUT),
    ];
    const all = Object.values(mongoose.models).map((model) => model.collection.name);
    expect([...new Set(known)].sort()).toEqual(all.sort());
  });

  test("articles as Markdown whose front matter runs nothing, with names that no system refuses", async () => {
    const person = await addSignedIn();
    const content = "---js\n{ title: (globalThis.isRun = true) }\n---\nText";
    const titles = ["../../etc/passwd", "CON: “Ünïted” 日本", "日本", "same", "same"];
    for (const title of titles) await post(person, { title, content });
    const { files } = await copyOf(person);
    const names = [...files.keys()].filter((name) => name.startsWith("articles/"));
    expect(names).toHaveLength(titles.length);
    for (const name of names) expect(name).toMatch(/^articles\/\d{4}-\d\d-\d\d-[a-z0-9-]+\.md$/);
    const text = files.get(names.find((name) => name.includes("united"))!)!;
    expect(text).toContain(content);
    expect(matter(text.replace(content, "")).data).toMatchObject({ title: titles[1] });
    expect(globalThis).not.toHaveProperty("isRun");
  });

  test("reviews as CSV, in which nothing is a formula", async () => {
    const person = await addSignedIn();
    const review = '=HYPERLINK("https://evil.example")\nsecond, "line"';
    await addReview(person.viewer, someReview({ title: "+1", author: "@sum", review }));
    const csv = (await copyOf(person)).files.get("reviews.csv")!;
    const [row] = parseCsv(csv, { columns: true, bom: true }) as Record<string, string>[];
    expect(row).toMatchObject({ title: "'+1", author: "'@sum", review: `'${review}`, rating: "4" });
  });

  test("characters that are none and the longest texts", async () => {
    const person = await addSignedIn();
    const article = await addArticle({ author: person.viewer, content: "x".repeat(20_000) });
    await collection("articles").updateOne(
      { _id: new Types.ObjectId(article.id) },
      { $set: { title: "a\0b", summary: "\u202e" } },
    );
    const { data, files } = await copyOf(person);
    expect(data.articles).toMatchObject([{ title: "a\0b", content: "x".repeat(20_000) }]);
    const [name] = [...files.keys()].filter((key) => key.startsWith("articles/"));
    expect(matter(files.get(name!)!).data).toMatchObject({ title: "a\0b" });
  });

  test("more than a batch and a chunk of each", async () => {
    const person = await addSignedIn();
    const author = new Types.ObjectId(person.viewer.id);
    const noise = () => Array.from({ length: 1500 }, () => Math.random().toString(36)).join(" ");
    for (let i = 0; i < 120; i += 1) {
      await addArticle({ author: person.viewer, content: i % 4 ? "" : noise().slice(0, 19_000) });
    }
    await collection("upvotes").insertMany(
      Array.from({ length: 130 }, () => ({
        ...{ user: author, article: new Types.ObjectId(), createdAt: new Date() },
      })),
    );
    const { data, files } = await copyOf(person);
    expect(data.upvotes).toHaveLength(130);
    expect(new Set(data.articles!.map((one) => (one as { id: string }).id)).size).toBe(120);
    expect([...files.keys()].filter((name) => name.startsWith("articles/"))).toHaveLength(120);
    const stored = await collection("export-chunks").find({}).toArray();
    expect(stored.length).toBeGreaterThan(1);
    for (const { data: bytes } of stored) expect(bytes.length()).toBeLessThanOrEqual(CHUNK_BYTES);
  });
});

describe("asking for it", () => {
  test("is answered at once, and told by a mail that has no link to the file", async () => {
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

  test("again within a day gives the same copy, after that a new one", async () => {
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

  test("five times at once makes one, and counts as one", async () => {
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

  test("is limited, however often it fails", async () => {
    const { viewer } = await addSignedIn();
    for (let time = 1; time <= 5; time += 1) {
      await requestExport(viewer, ORIGIN);
      await collection("exports").updateMany({}, { $set: { state: "failed" } });
    }
    await expect(requestExport(viewer, ORIGIN)).rejects.toMatchObject({ kind: "limited" });
  });

  test("is for those who are signed in", async () => {
    for (const ask of [() => requestExport(null, ORIGIN), () => openExport(null)]) {
      await expect(ask()).rejects.toMatchObject({ kind: "unauthenticated" });
    }
  });

  test("gives nobody else's", async () => {
    const [one, other] = [await addSignedIn(), await addSignedIn()];
    await copyOf(one);
    await expect(openExport(other.viewer)).rejects.toMatchObject({ kind: "notFound" });
  });
});

test("it is kept for seven days", async () => {
  const { viewer } = await addSignedIn();
  await copyOf({ viewer });
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

describe("when something happens meanwhile", () => {
  /** As the process of somebody left it that died while it was making the copy. */
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

  test("a process that makes it is left alone, and one that died is replaced", async () => {
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

  test("what fails is tried again, and in the end given up and told", async () => {
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

  test("a process that ends leaves it to another one, and no attempt is counted", async () => {
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
    // Only for the tests that follow: the process would end here.
    vi.spyOn(globalThis, "setInterval").mockReturnValueOnce(setTimeout(() => {}).unref());
    scheduleExports();
  });

  test("the account is deleted, and nothing of the copy is left", async () => {
    const { viewer } = await addSignedIn();
    await copyOf({ viewer });
    await deleteAccount(viewer.email);
    for (const name of ["exports", "export-chunks"]) {
      expect(await collection(name).countDocuments(), name).toBe(0);
    }
  });

  test("the account is deleted while it is being made", async () => {
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

  test("the account is to be deleted, which the copy says", async () => {
    const person = await signUpSomebody();
    const leave = { content: "delete", currentPassword: PASSWORD } as const;
    await planLeaving(person.viewer, leave, { address: "192.0.2.1", origin: ORIGIN });
    await sendDueMails();
    const { data } = await copyOf(person);
    expect(data.account).toMatchObject({ leaving: { withContent: true } });
  });
});
