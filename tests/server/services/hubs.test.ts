import { expect, test } from "vitest";
import type { Viewer } from "~/domain/viewer";
import { postArticle } from "~/services/articles/articles.server";
import { commentOnArticle } from "~/services/articles/comments.server";
import { researchHubs } from "~/services/articles/hubs.server";
import { putReview } from "~/services/articles/edit-review.server";
import { addReview } from "~/services/articles/reviews.server";
import { useDatabase } from "../../setup/database";
import { addUser, someReview, someArticle } from "../../setup/people";

useDatabase();

async function countsOf(slug: string): Promise<number[]> {
  const hub = (await researchHubs()).find((each) => each.slug === slug);
  if (!hub) throw new Error(`no hub ${slug}`);
  return [hub.papers, hub.contributors];
}

const post = (author: Viewer, category: string) => postArticle(author, someArticle({ category }));

test("a review and an article count at once as a paper each, and their authors as contributors", async () => {
  const [mara, ida] = [await addUser(), await addUser()];
  await addReview(mara, someReview({ category: "rates" }));
  expect(await countsOf("bonds")).toEqual([1, 1]);
  await post(mara, "bonds");
  expect(await countsOf("bonds")).toEqual([2, 1]);
  await post(ida, "bonds");
  expect(await countsOf("bonds")).toEqual([3, 2]);
  for (const slug of ["asset-allocation", "tokenomics", "macro", "stocks", "book-nook"])
    expect(await countsOf(slug), slug).toEqual([0, 0]);
});

test("articles without a hub, refused reviews and comments do not count", async () => {
  const mara = await addUser();
  const article = await post(mara, "general");
  await commentOnArticle(mara, article.id, { content: "Yes." });
  await addReview(mara, someReview({ category: "l1s" })).catch(() => {});
  const book = someReview({ category: "romance" });
  await addReview(mara, book);
  await addReview(mara, book).catch(() => {});
  const counts = (await researchHubs()).map(({ slug, papers }) => [slug, papers]);
  expect(counts.filter(([, papers]) => papers)).toEqual([["book-nook", 1]]);
});

test("a review that replaces one in another hub moves there, with its author", async () => {
  const [mara, ida] = [await addUser(), await addUser()];
  const input = someReview({ category: "rates" });
  await addReview(mara, input);
  await addReview(ida, input);
  await putReview(mara, { ...input, category: "labor" });
  expect(await countsOf("bonds")).toEqual([1, 1]);
  expect(await countsOf("macro")).toEqual([1, 1]);

  await putReview(mara, { ...input, category: "housing" });
  expect(await countsOf("macro"), "within a hub nothing moves").toEqual([1, 1]);
});

test("an author stays a contributor of the hub that a review leaves if they have other content there", async () => {
  const [mara, ida] = [await addUser(), await addUser()];
  const [first, second] = [someReview({ category: "rates" }), someReview({ category: "rates" })];
  await addReview(mara, first);
  await addReview(mara, someReview({ category: "credit" }));
  await addReview(ida, second);
  await post(ida, "bonds");
  await putReview(mara, { ...first, category: "labor" });
  await putReview(ida, { ...second, category: "labor" });
  expect(await countsOf("bonds")).toEqual([2, 2]);
  expect(await countsOf("macro")).toEqual([2, 2]);
});
