import { expect, test } from "vitest";
import { decodeCursor } from "~/domain/cursor";
import * as bookmarks from "~/models/bookmark.server";
import * as articles from "~/models/article.server";
import { useDatabase } from "../../setup/database";
import { expectIndexed, needsMongoPlans } from "../../setup/plans";
import { articleRow, idOf } from "../../setup/rows";

useDatabase();
needsMongoPlans();

const numbers = Array.from({ length: 60 }, (_, i) => i + 1);

test("every read uses an index", async () => {
  await articles.importArticles(numbers.map((number) => articleRow(number)));
  for (const number of numbers) {
    const kind = number % 10 ? "article" : "review";
    await bookmarks.addBookmark(idOf(number % 3), { kind, id: idOf(number) }, "A note");
  }
  const user = idOf(1);
  const ids = [1, 4, 7].map(idOf);
  const { next } = await bookmarks.listBookmarks(user, { limit: 5 });
  const after = decodeCursor(next!);
  const kind = "article" as const;
  const list = { limit: 5, after };
  await expectIndexed(() => bookmarks.listBookmarks(user, list), 7);
  await expectIndexed(() => bookmarks.listBookmarks(user, { limit: 5, kind: "review" }), 3);
  await expectIndexed(() => bookmarks.listSearchedBookmarks(user, { after }), 16);
  await expectIndexed(() => bookmarks.findSavedAmong(user, kind, ids), 3);
  await expectIndexed(() => bookmarks.countBookmarks(user, 5), 5);
  await expectIndexed(() => bookmarks.removeBookmarksOf(idOf(2)), 20);
  // Each of the sixty articles has these words.
  await expectIndexed(() => articles.articleWordIndex.findAmong(ids, ["title", "summary"]), 3);
  expect(await articles.articleWordIndex.findAmong(ids, ["title", "4"])).toEqual([]);
});
