import { expect, test } from "vitest";
import { importArticles } from "~/models/article.server";
import { importComments } from "~/models/comment.server";
import { importMentions, newestMentioning } from "~/models/mention.server";
import { importReviews } from "~/models/review.server";
import * as river from "~/models/river.server";
import { useDatabase } from "../../setup/database";
import { expectIndexed, needsMongoPlans } from "../../setup/plans";
import { articleRow, atMinute, commentRow, idOf, reviewRow } from "../../setup/rows";

useDatabase();
needsMongoPlans();

test("the river is read along indexes, without sorting", async () => {
  const numbers = Array.from({ length: 200 }, (_, i) => i + 1);
  const by = (number: number) => ({ authorId: idOf(number), userId: idOf(number) });
  await importArticles(numbers.map((number) => articleRow(number, by(number))));
  await importReviews(numbers.map((number) => reviewRow(number, by(number))));
  await importComments(numbers.map((number) => commentRow(number, by(number))));
  await importMentions(
    numbers.map((number) => ({
      ...{ token: "BTC", kind: "article" as const, p: 0, author: idOf(1), document: idOf(number) },
      ...{ createdAt: atMinute(number).getTime(), method: "1", sketch: [] },
    })),
  );
  const people = numbers.map((number) => idOf(number));
  for (const after of [null, { id: idOf(100), value: atMinute(100).getTime() }]) {
    const place = { after, limit: 10 };
    for (const read of [
      () => Promise.all(river.newestTexts(place)),
      () => Promise.all(river.newestBy(people, place)),
      () => Promise.all(river.newestInThreads(people, place)),
      () => river.newestInCategories(["general"], place),
      () => river.newestInHubs(["bonds"], place),
      () => newestMentioning(["BTC", "ETH"], place),
    ]) {
      await expectIndexed(read, 12);
    }
  }
  expect(await Promise.all(river.newestBy(people, { after: null, limit: 3 }))).toHaveLength(3);
});
