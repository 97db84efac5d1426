/** A window of mentions reads the same whether its hours are packed or not, even with concurrent writes. */
import { millisecondsInHour as HOUR } from "date-fns/constants";
import mongoose from "mongoose";
import { beforeEach, describe, expect, test } from "vitest";
import { decodeBatch, packRows } from "~/models/decode-mentions";
import { PACKED_MENTIONS_MAX, packHour, readMentionBatches } from "~/models/mention-batches.server";
import { packMentions, toColumns } from "~/models/mention-columns";
import {
  changeHours,
  packedVersionOf,
  readChangedHours,
  stateOf,
  storePackedHour,
} from "~/models/mention-hour.server";
import type { StoredMention } from "~/models/mention-row";
import {
  importMentions,
  keepMentions,
  removeMentionsOf,
  storeMentions,
  transferMentions,
} from "~/models/mention.server";
import { packMentionHours } from "~/services/recommendations/mention-hours.server";
import { useDatabase } from "../../setup/database";
import { mentionsIn } from "../../setup/mention-columns";

useDatabase();

const NOW = Date.now();
/** The start of an hour, 13 hours before the current one: the first twelve hours from there can be packed. */
const FIRST = Math.floor(NOW / HOUR) * HOUR - 13 * HOUR;

// The hours before FIRST count as packed.
beforeEach(() => storePackedHour(FIRST - HOUR, 0, packMentions(toColumns([]))));

const idOf = (number: number) => number.toString(16).padStart(24, "0");
const mention = (hour: number, fields: Partial<StoredMention> = {}): StoredMention => ({
  token: "BTC",
  p: 0.5,
  author: idOf(1),
  kind: "comment",
  document: idOf(1000 + hour),
  createdAt: FIRST + hour * HOUR + 60_000,
  method: 4,
  sketch: [hour, 7],
  textHash: "hash",
  ...fields,
});

/** Packs as if it were some minutes later, because an hour is not packed within a minute of a change. */
const packAll = (minutesLater: number) =>
  packMentionHours({ now: Date.now() + minutesLater * 60_000, restMs: 0 });
const packAt = (now: number) => packMentionHours({ now, restMs: 0 });
const hours = () => mongoose.connection.collection("packed-mention-hours");

/** The mentions of a window, and the number of packed hours they were read from. */
async function read(from: number, to: number) {
  const mentions: StoredMention[] = [];
  let packed = 0;
  for await (const batch of readMentionBatches({ from: new Date(from), to: new Date(to) })) {
    if (batch.isPacked) packed += 1;
    mentions.push(...mentionsIn(decodeBatch(batch)));
  }
  return { mentions, packed };
}

/** Reads the first ten hours. */
const readTen = () => read(FIRST, FIRST + 10 * HOUR);

const versionOf = async (hour: number) => {
  const window = { from: new Date(FIRST), to: new Date(FIRST + 10 * HOUR) };
  return stateOf(await readChangedHours(window), FIRST + hour * HOUR);
};

describe("a window", () => {
  test("can begin and end within an hour, and have packed and unpacked hours", async () => {
    const all = Array.from({ length: 60 }, (_, i) =>
      mention(0, { document: idOf(i), createdAt: FIRST + i * 10 * 60_000, sketch: [i] }),
    );
    await importMentions(all);
    const whole = await readTen();
    expect(whole).toEqual({ mentions: all, packed: 0 });

    for (const hour of [1, 2, 5, 9]) {
      expect(await packHour(FIRST + hour * HOUR, await versionOf(hour), packRows)).toBe(false);
    }
    // Packing was refused because the import has just changed these hours.
    await packAll(2);
    await hours().deleteMany({ _id: { $nin: [1, 2, 5, 9].map(dateOf) } } as object);
    expect(await readTen()).toEqual({ mentions: all, packed: 4 });
    const [from, to] = [FIRST + 1.25 * HOUR, FIRST + 9.5 * HOUR];
    const within = all.filter(({ createdAt }) => createdAt >= from && createdAt < to);
    expect(await read(from, to)).toEqual({ mentions: within, packed: 2 });
    // A window within one packed hour.
    expect(await read(FIRST + HOUR, FIRST + 1.5 * HOUR)).toEqual({
      mentions: all.slice(6, 9),
      packed: 0,
    });
    expect(await read(from, from)).toEqual({ mentions: [], packed: 0 });
  });

  test("reads an hour without mentions as packed", async () => {
    await packAll(0);
    expect(await readTen()).toEqual({ mentions: [], packed: 10 });
  });
});

const dateOf = (hour: number) => new Date(FIRST + hour * HOUR);

describe("a change is read at once, and its hour packed again after a minute:", () => {
  const stored = [mention(3), mention(3, { token: "ETH" }), mention(4)];
  const other = idOf(2);

  test.each<[string, () => Promise<unknown>, StoredMention[]]>([
    [
      "another score",
      () => storeMentions([mention(3, { p: -0.5 })]),
      [mention(3, { p: -0.5 }), stored[1]!, stored[2]!],
    ],
    [
      "another document",
      () => importMentions([mention(4, { document: idOf(5000) })]),
      [...stored, mention(4, { document: idOf(5000) })],
    ],
    ["a removed token", () => keepMentions(idOf(1003), ["BTC"]), [stored[0]!, stored[2]!]],
    ["a removed document", () => removeMentionsOf([idOf(1003)]), [stored[2]!]],
    [
      "another author",
      () => transferMentions([idOf(1003), idOf(1004)], other),
      stored.map((one) => ({ ...one, author: other })),
    ],
  ])("%s", async (_, change, expected) => {
    await importMentions(stored);
    await packAll(2);
    expect(await readTen()).toEqual({ mentions: stored, packed: 10 });

    await change();
    const { mentions, packed } = await readTen();
    expect(mentions).toEqual(expected);
    expect(packed).toBeLessThan(10);
    // The changed hours are no longer packed.
    expect(await hours().countDocuments({ _id: { $in: [dateOf(3), dateOf(4)] } } as object)).toBe(
      packed - 8,
    );

    await packAll(0);
    expect((await readTen()).packed).toBe(packed);
    await packAll(4);
    expect(await readTen()).toEqual({ mentions: expected, packed: 10 });
  });
});

test("a packed hour that was read before a change is not used, even if it is stored after it", async () => {
  await importMentions([mention(3)]);
  await packAll(2);
  const { version } = await versionOf(3);
  const before = packMentions(toColumns([mention(3)]));
  await removeMentionsOf([mention(3).document]);
  await storePackedHour(FIRST + 3 * HOUR, version, before);
  expect(await readTen()).toEqual({ mentions: [], packed: 9 });
  await packAll(4);
  expect(await readTen()).toEqual({ mentions: [], packed: 10 });
});

test("an hour is read from its rows and not packed while it is being changed", async () => {
  await importMentions([mention(3)]);
  await packAll(2);
  await changeHours([mention(3).createdAt], async () => {
    await packAll(0);
    expect(await readTen()).toEqual({ mentions: [mention(3)], packed: 9 });
  });
});

test("a change that fails half-way still unpacks the hour", async () => {
  await importMentions([mention(3)]);
  await packAll(2);
  await expect(
    importMentions([mention(3, { document: idOf(9) }), mention(3)]),
  ).rejects.toMatchObject({ code: 11000 });
  const { mentions, packed } = await readTen();
  expect(mentions).toHaveLength(2);
  expect(packed).toBe(9);
});

test("an hour is packed an hour after its end, once, and removed after eight days", async () => {
  const hour = Math.floor(NOW / HOUR) * HOUR;
  const settled = hour + 2 * HOUR;
  await packAt(settled - 1);
  expect(await packedVersionOf(hour)).toBeNull();
  expect(await packAt(settled)).toBe(1);
  expect(await packedVersionOf(hour)).toBe(0);
  expect(await packAt(settled)).toBe(0);
  await packAt(hour + 8 * 24 * HOUR);
  expect(await packedVersionOf(hour)).toBe(0);
  await packAt(hour + (8 * 24 + 1) * HOUR);
  expect(await packedVersionOf(hour)).toBeNull();
});

test("a mention in the current hour changes no version", async () => {
  await storeMentions([mention(0, { createdAt: Date.now() })]);
  expect(await mongoose.connection.collection("mention-hour-versions").countDocuments()).toBe(0);
});

test("an hour with very many mentions is read from its rows", async () => {
  const many = Array.from({ length: PACKED_MENTIONS_MAX + 1 }, (_, i) =>
    mention(3, { document: idOf(i), createdAt: FIRST + 3 * HOUR + i, sketch: [] }),
  );
  await importMentions(many);
  await packAll(2);
  const { mentions, packed } = await readTen();
  expect(packed).toBe(9);
  expect(mentions).toHaveLength(many.length);
});
