import mongoose from "mongoose";
import { describe, expect, test } from "vitest";
import {
  findMentionsOf,
  findOutdatedMentions,
  importMentions,
  keepMentions,
  readMentions,
  storeMentions,
  type StoredMention,
} from "~/models/mention.server";
import { useDatabase } from "../../setup/database";

useDatabase();

const idOf = (number: number) => number.toString(16).padStart(24, "0");
const mention = (fields: Partial<StoredMention> = {}): StoredMention => ({
  token: "BTC",
  p: 0.5,
  author: idOf(1),
  kind: "comment",
  document: idOf(100),
  createdAt: 1000,
  method: 1,
  sketch: [0, 1, 4_294_967_295],
  ...fields,
});
const rows = () => mongoose.connection.collection("mentions").countDocuments();
const window = (from: number, to: number) => ({ from: new Date(from), to: new Date(to) });

/** Reads all mentions of a window in batches of at most `limit`. */
async function readAll(from: number, to: number, limit: number): Promise<StoredMention[]> {
  const found: StoredMention[] = [];
  for await (const one of readMentions(window(from, to), limit)) found.push(one);
  return found;
}

describe("storing", () => {
  test("keeps one mention of a token for each document, the last one", async () => {
    await storeMentions([mention({ p: 0.1 }), mention({ token: "SOL" })]);
    await storeMentions([mention({ p: -0.25, method: 2 })]);
    const stored = await findMentionsOf([idOf(100)]);
    expect(stored).toHaveLength(2);
    expect(stored).toContainEqual(mention({ p: -0.25, method: 2 }));
    expect(stored).toContainEqual(mention({ token: "SOL" }));
  });

  test("stores a mention once for simultaneous calls", async () => {
    await Promise.all(Array.from({ length: 8 }, (_, i) => storeMentions([mention({ p: i / 10 })])));
    expect(await rows()).toBe(1);
  });

  test("is unique by an index, also for imports", async () => {
    await storeMentions([mention()]);
    await expect(importMentions([mention()])).rejects.toMatchObject({ code: 11000 });
  });

  test("removes the tokens that a document no longer mentions, and nothing of other documents", async () => {
    const other = mention({ document: idOf(101) });
    await storeMentions([mention(), mention({ token: "SOL" }), other]);
    await keepMentions(idOf(100), ["SOL"]);
    expect(await findMentionsOf([idOf(100), idOf(101)])).toEqual(
      expect.arrayContaining([mention({ token: "SOL" }), other]),
    );
    expect(await rows()).toBe(2);
    await keepMentions(idOf(100), []);
    expect(await findMentionsOf([idOf(100), idOf(101)])).toEqual([other]);
  });
});

describe("reading", () => {
  test("returns each mention of a half-open window once, in batches", async () => {
    // Three mentions in each second, so that batches end within a tie.
    const all = Array.from({ length: 30 }, (_, i) =>
      mention({ document: idOf(i), createdAt: 1000 * Math.floor(i / 3) }),
    );
    await importMentions(all);
    for (const limit of [1, 4, 18, 100]) {
      expect(await readAll(2000, 8000, limit)).toEqual(all.slice(6, 24));
    }
    expect(await readAll(90_000, 99_000, 4)).toEqual([]);
  });

  test("finds the mentions of older methods in a window", async () => {
    const all = [1, 2, 3].map((method) =>
      mention({ method, document: idOf(method), createdAt: 1000 * method }),
    );
    await importMentions([...all, mention({ document: idOf(9), createdAt: 9000 })]);
    const found = await findOutdatedMentions(window(0, 5000), 3, 10);
    expect(found.map(({ document }) => document).sort()).toEqual([idOf(1), idOf(2)]);
    expect(await findOutdatedMentions(window(0, 5000), 3, 1)).toHaveLength(1);
    expect(await findOutdatedMentions(window(0, 5000), 1, 10)).toEqual([]);
  });
});
