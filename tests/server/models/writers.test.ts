import { expect, test } from "vitest";
import { decodeCursor } from "~/domain/cursor";
import { countText, listWriters, listWritersByName } from "~/models/writer.server";
import { useDatabase } from "../../setup/database";
import { expectIndexed, needsMongoPlans } from "../../setup/plans";
import { idOf } from "../../setup/rows";

useDatabase();
needsMongoPlans();

const numbers = Array.from({ length: 40 }, (_, i) => i + 1);
const nameOf = (number: number) => `Name${String(number).padStart(2, "0")}`;

test("people are listed by index, on the first page and on a deep one", async () => {
  for (const number of numbers) {
    const person = { id: idOf(number), name: nameOf(number), hasProvenEmail: true };
    for (let texts = 0; texts < (number % 3) + 1; texts += 1) await countText(person, "comments");
  }
  const limit = 5;
  for (const field of ["total", "newestAt"] as const) {
    await expectIndexed(() => listWriters(field, { after: null, limit }), limit + 1);
    const { next } = await listWriters(field, { after: null, limit: 30 });
    const after = decodeCursor(next!);
    await expectIndexed(() => listWriters(field, { after, limit }), limit + 1);
  }
  await expectIndexed(() => listWritersByName("", { after: null, limit }), limit + 1);
  await expectIndexed(() => listWritersByName("", { after: "name30", limit }), limit + 1);
  await expectIndexed(() => listWritersByName("name3", { after: "name33", limit: 20 }), 6);
  const most = await listWriters("total", { after: null, limit: 1 });
  expect(most.items[0]).toMatchObject({ comments: 3, articles: 0, reviews: 0 });
});
