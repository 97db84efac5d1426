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

async function readAll(from: number, to: number): Promise<StoredMention[]> {
  const found: StoredMention[] = [];
  for await (const one of readMentions(window(from, to))) found.push(one);
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
  // More than a batch, and three in each moment, so that batches end within a tie.
  const all = Array.from({ length: 2000 }, (_, i) =>
    mention({ document: idOf(i), createdAt: Math.floor(i / 3) }),
  );
  await importMentions(all);
  expect(await readAll(2, 502)).toEqual(all.slice(6, 1506));
  expect(await readAll(9_000, 9_900)).toEqual([]);
});
