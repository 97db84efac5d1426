import { expect, test } from "vitest";
import {
  importMentions,
  readMentions,
  storeMentions,
  type StoredMention,
} from "~/models/mention.server";
import { collection, useDatabase } from "../../setup/database";
import { someMention } from "../../setup/mentions";
import { idOf } from "../../setup/rows";

useDatabase();

const mention = (fields: Partial<StoredMention>) =>
  someMention({ author: idOf(1), sketch: [0, 1, 4_294_967_295], ...fields });
const rows = () => collection("mentions").countDocuments();
const window = (from: number, to: number) => ({ from: new Date(from), to: new Date(to) });

async function readAll(from: number, to: number, limit: number): Promise<StoredMention[]> {
  const found: StoredMention[] = [];
  for await (const one of readMentions(window(from, to), limit)) found.push(one);
  return found;
}

test("a mention is stored once for simultaneous calls", async () => {
  await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      storeMentions([mention({ document: idOf(100), p: i / 10 })]),
    ),
  );
  expect(await rows()).toBe(1);
});

test("reading returns each mention of a half-open window once, in batches", async () => {
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
