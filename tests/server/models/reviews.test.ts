import { expect, test } from "vitest";
import { createReview, listOtherReviewsOfWork, type NewReview } from "~/models/review.server";
import { scoreReviews } from "~/models/review-scores.server";
import { collection, useDatabase } from "../../setup/database";

useDatabase();

const rows = () => collection("reviews").find().sort({ _id: 1 }).toArray();
const [mara, ida] = ["65f0c0ffee65f0c0ffee65f0", "65f0c0ffee65f0c0ffee65f1"];

const review = (fields: Partial<NewReview> = {}): NewReview => ({
  title: "A Title",
  author: "Anna Berg",
  url: "https://example.org/paper",
  workKey: "example.org/paper",
  rating: 4,
  userId: mara,
  username: "Mara",
  hub: "bonds",
  category: "rates",
  review: "A text.",
  ...fields,
});

async function created(fields: Partial<NewReview> = {}) {
  const result = await createReview(review(fields));
  if ("existingId" in result) throw new Error("there already");
  return result.review;
}

test("a score is stored in every review of the work, unless a newer version is stored already", async () => {
  await created();
  await created({ userId: ida });
  await created({ workKey: "example.org/other" });
  const scores = async () => (await rows()).map(({ score }) => score);
  await scoreReviews("example.org/paper", { sum: 10, count: 2, version: 7 });
  // (17.5 + 10) / 7
  const [first, second, third] = await scores();
  expect(first).toBeCloseTo(27.5 / 7, 12);
  expect(second).toBe(first);
  expect(third).toBeCloseTo(21.5 / 6, 12);
  for (const version of [6, 7])
    await scoreReviews("example.org/paper", { sum: 2, count: 2, version });
  expect(await scores()).toEqual([first, second, third]);
});

test("the other reviews of a work are listed newest first, up to the limit", async () => {
  const at = (day: number) => new Date(Date.UTC(2026, 0, day));
  const userId = (digit: number) => mara.replace("6", `${digit}`);
  const own = await created({ title: "2", createdAt: at(2) });
  for (const day of [3, 1, 4])
    await created({ userId: userId(day), title: `${day}`, createdAt: at(day) });
  await created({ workKey: "example.org/other", createdAt: at(5) });
  const titles = async (id: string, limit: number) =>
    (await listOtherReviewsOfWork(id, limit)).map(({ title }) => title);
  expect(await titles(own.id, 10)).toEqual(["4", "3", "1"]);
  expect(await titles(own.id, 3)).toEqual(["4", "3", "1"]);
  expect(await titles(own.id, 2)).toEqual(["4", "3"]);
  expect(await titles(ida, 2)).toEqual([]);
});
