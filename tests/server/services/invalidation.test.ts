import { Types } from "mongoose";
import { expect, onTestFinished, test } from "vitest";
import { EVERYTHING, VIEWS, type PageTag } from "~/config/page-tags";
import { onInvalidation, readInvalidationLog } from "~/services/cache/invalidation.server";
import { collection, useDatabase } from "../../setup/database";

useDatabase();

/** The id of an entry of another process. */
const foreignId = (i: number) =>
  new Types.ObjectId(`6b0a0909${"ab".repeat(5)}${i.toString(16).padStart(6, "0")}`);

test.each([
  ["one drops what it names", 1, VIEWS],
  ["more than are read at once drop everything", 5_000, EVERYTHING],
])("of the invalidations by other processes, %s", async (_, count, expected) => {
  const log = readInvalidationLog();
  onTestFinished(() => log.stop());
  await log.catchUp();
  const dropped: PageTag[] = [];
  onTestFinished(onInvalidation((tags) => void dropped.push(...tags)));
  const entry = { tags: [VIEWS], at: new Date() };
  await collection("invalidations").insertMany(
    Array.from({ length: count }, (_, i) => ({ ...entry, _id: foreignId(i) })),
  );
  await log.catchUp();
  expect(dropped.at(-1)).toBe(expected);
});
