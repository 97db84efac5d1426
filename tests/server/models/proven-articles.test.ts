/** Articles by accounts with a proven address are found among many others without reading these. */
import { expect, test } from "vitest";
import type { Cursor } from "~/domain/cursor";
import { importArticles } from "~/models/article.server";
import { listProvenAuthors, proveArticlesOf } from "~/models/proven-article.server";
import { useDatabase } from "../../setup/database";
import { expectIndexed, needsMongoPlans } from "../../setup/plans";
import { articleRow, atMinute, idOf, numbersOf } from "../../setup/rows";

useDatabase();
needsMongoPlans();

test.each(["hot", "new"] as const)("in the order %s", async (sort) => {
  const numbers = Array.from({ length: 120 }, (_, i) => i + 1);
  await importArticles(
    numbers.map((number) =>
      articleRow(number, {
        createdAt: atMinute(number),
        ...(number > 20 && { isUnproven: true, authorId: idOf(2), upvotes: 100 }),
      }),
    ),
  );
  const list = (after: Cursor | null = null) => listProvenAuthors(sort, { limit: 10, after });
  const found = await list();
  expect(numbersOf(found)).toEqual([20, 19, 18, 17, 16, 15, 14, 13, 12, 11]);
  await expectIndexed(() => list(), 10);
  const { cursor } = found.at(-1)!;
  await expectIndexed(() => list(cursor), 12);
  expect(numbersOf(await list(cursor))).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);

  expect(await proveArticlesOf(idOf(2))).toBe(100);
  expect(numbersOf(await list()).at(0)).toBe(120);
});
