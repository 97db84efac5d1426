/** A process that exports an account with ten thousand pieces, and reports how much memory that took. */
import { setImmediate } from "node:timers/promises";
import mongoose, { Types } from "mongoose";
import { closeDatabase, startDatabase } from "~/models/connection.server";
import { createUser } from "~/models/user.server";
import type { Viewer } from "~/domain/viewer";
import { makeDueExports } from "~/services/exports/make-exports.server";
import { openExport, requestExport } from "~/services/exports/exports.server";
import { unzip } from "./unzip";

/** The report of the process. */
export interface MeasuredExport {
  /** For each kind, how many pieces are stored, and how many are in the export. */
  counts: Record<string, { stored: number; copied: number }>;
  /** The size of all texts together, in bytes. */
  textBytes: number;
  /** The peak of live memory during the export, in bytes beyond what the process used before. */
  memory: number;
}

const PIECES = { articles: 4000, reviews: 3000, comments: 3000 } as const;
/** Length of a piece's text in characters. All articles together are far larger than the allowed memory. */
const LENGTHS = { articles: 13_000, reviews: 1000, comments: 700 } as const;
/** The interval of measurements. Each one forces a garbage collection, which takes a while. */
const LOOK_MS = 600;

const used = () => {
  globalThis.gc!();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

const words = Array.from({ length: 50_000 }, () => Math.random().toString(36).slice(2, 8)).join(
  " ",
);

/** A random text. */
function text(length: number): string {
  const start = Math.floor(Math.random() * (words.length - length));
  return words.slice(start, start + length);
}

/** Inserts pieces directly into the database, without the words that only the search needs. */
async function write({ id, name }: Viewer, pieces: Record<keyof typeof PIECES, number>) {
  const owner = new Types.ObjectId(id);
  const base = { category: "general", createdAt: new Date(), words: [], titleWords: [] };
  const rows = {
    articles: (key: string) => ({
      ...base,
      author: owner,
      reviewer: name,
      title: text(60),
      summary: text(150),
      url: `https://example.org/${key}`,
      urlKey: key,
      content: text(LENGTHS.articles),
      hot: 0,
      imageUrl: null,
      views: 0,
      upvotes: 0,
      commentCount: 0,
      commentsByOthers: 0,
    }),
    reviews: (key: string) => ({
      ...base,
      user: owner,
      username: name,
      title: text(60),
      author: text(15),
      url: null,
      workKey: key,
      rating: 4,
      hub: "macro",
      review: text(LENGTHS.reviews),
      searchable: "",
      score: 4,
    }),
    comments: () => ({
      ...base,
      author: owner,
      username: name,
      article: new Types.ObjectId(),
      content: text(LENGTHS.comments),
    }),
  };
  for (const kind of Object.keys(PIECES) as (keyof typeof PIECES)[]) {
    for (let added = 0; added < pieces[kind]; added += 200) {
      const size = Math.min(200, pieces[kind] - added);
      await mongoose.connection
        .collection(kind)
        .insertMany(Array.from({ length: size }, (_, i) => rows[kind](`${name} ${added + i}`)));
    }
  }
}

async function addPerson(name: string): Promise<Viewer> {
  const email = `${name.toLowerCase()}@example.org`;
  return (await createUser({ name, email, passwordHash: "none" }))!;
}

async function makeCopy(viewer: Viewer) {
  await requestExport(viewer, "https://site.example");
  await makeDueExports();
}

/** @returns the memory in use when nothing runs; compression buffers are freed some turns of the event loop later */
async function usedAtRest(): Promise<number> {
  let least = used();
  for (let look = 1; look < 5; look += 1) {
    await setImmediate();
    least = Math.min(least, used());
  }
  return least;
}

/** @returns the peak of memory during a call, beyond what was used before */
async function memoryOf(act: () => Promise<void>): Promise<number> {
  const before = await usedAtRest();
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, used())), LOOK_MS);
  await act().finally(() => clearInterval(timer));
  return most - before;
}

async function countCopied(viewer: Viewer): Promise<MeasuredExport["counts"]> {
  const bytes: Uint8Array[] = [];
  for await (const chunk of (await openExport(viewer)).read()) bytes.push(chunk);
  const files = await unzip(Buffer.concat(bytes));
  const data = JSON.parse(files.get("data.json")!) as Record<string, { id: string }[]>;
  const ofKind = (kind: string, copied: number, stored: number) => [kind, { stored, copied }];
  const markdown = [...files.keys()].filter((name) => name.startsWith("articles/"));
  return Object.fromEntries([
    ...Object.entries(PIECES).map(([kind, stored]) =>
      ofKind(kind, new Set(data[kind]!.map(({ id }) => id)).size, stored),
    ),
    ofKind("articles as Markdown", markdown.length, PIECES.articles),
  ]) as MeasuredExport["counts"];
}

await startDatabase({ DATA_DIR: process.env.DATA_DIR ?? "", MONGODB_URI: undefined });
const [little, much] = [await addPerson("Little"), await addPerson("Much")];
await write(little, { articles: 100, reviews: 100, comments: 100 });
await write(much, PIECES);
// A small export first, so that modules which are loaded once do not count.
await makeCopy(little);
const memory = await memoryOf(() => makeCopy(much));
const counts = await countCopied(much);
await closeDatabase();
const kinds = Object.keys(PIECES) as (keyof typeof PIECES)[];
const textBytes = kinds.reduce((sum, kind) => sum + PIECES[kind] * LENGTHS[kind], 0);
process.send?.({ counts, textBytes, memory } satisfies MeasuredExport);
