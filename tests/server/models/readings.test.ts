import { Types } from "mongoose";
import { expect, test } from "vitest";
import * as articles from "~/models/article.server";
import * as comments from "~/models/comment.server";
import * as readings from "~/models/reading.server";
import * as reviews from "~/models/review.server";
import * as threads from "~/models/threads.server";
import { collection, useDatabase } from "../../setup/database";
import { expectIndexed, needsMongoPlans } from "../../setup/plans";
import { articleRow, atMinute, commentRow, idOf, reviewRow } from "../../setup/rows";

useDatabase();
needsMongoPlans();

const numbers = Array.from({ length: 100 }, (_, i) => i + 1);

test("every read uses an index, and no more documents than are new", async () => {
  const category = (number: number) => (number % 2 ? "stocks" : "bonds");
  await articles.importArticles(numbers.map((n) => articleRow(n, { category: category(n) })));
  await comments.importComments(numbers.map((n) => commentRow(n)));
  await reviews.importReviews(numbers.map((n) => reviewRow(n, { hub: "bonds" })));
  const query = { since: atMinute(90), exceptBy: idOf(2), limit: 100 };
  const article = { kind: "article", id: idOf(1) } as const;
  await expectIndexed(() => articles.listNewArticles(null, query), 11);
  await expectIndexed(() => articles.listNewArticles("bonds", query), 6);
  await expectIndexed(() => reviews.listNewReviews({ hub: "bonds" }, query), 11);
  await expectIndexed(() => threads.listNewComments(article, query), 11);
  expect(await articles.listNewArticles(null, { ...query, exceptBy: idOf(1) })).toEqual([]);
  await collection("readings").insertMany(
    numbers.map((n) => ({
      user: new Types.ObjectId(idOf(1 + (n % 2))),
      place: `article ${n}`,
      latestAt: atMinute(n),
    })),
  );
  await expectIndexed(() => readings.findReading(idOf(1), "article 2"), 1);
  await expectIndexed(() => readings.removeOldestReadings(idOf(1)), 50);
});
