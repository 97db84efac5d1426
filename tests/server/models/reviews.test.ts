import mongoose, { Types } from "mongoose";
import { expect, test } from "vitest";
import { decodeCursor } from "~/domain/cursor";
import {
  countReviewsOf,
  createReview,
  findReview,
  hasReviewed,
  importReviews,
  listOtherReviewsOfWork,
  listReviewsOf,
  type NewReview,
} from "~/models/review.server";
import { findEditedReview, rewriteReview } from "~/models/review-edits.server";
import { scoreReviews } from "~/models/review-scores.server";
import { useDatabase } from "../../setup/database";

useDatabase();

const rows = () => mongoose.connection.collection("reviews").find().sort({ _id: 1 }).toArray();
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

test("a review is stored as it was written, with its date and score", async () => {
  const before = Date.now();
  const made = await created({ review: "One.\nTwo." });
  expect(made).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{24}$/),
    title: "A Title",
    author: "Anna Berg",
    url: "https://example.org/paper",
    rating: 4,
    userId: mara,
    username: "Mara",
    hub: "bonds",
    category: "rates",
    review: "One.\nTwo.",
    createdAt: expect.any(Date),
    updatedAt: made.createdAt,
    version: 1,
    editedAt: null,
  });
  expect(made.createdAt.getTime()).toBeGreaterThanOrEqual(before);
  expect(await findReview(made.id)).toEqual(made);
  // (17.5 + 4) / 6
  expect((await rows())[0]?.score).toBeCloseTo(21.5 / 6, 12);
});

test("a book has no link", async () => {
  const { id } = await created({ url: undefined, workKey: "a title\nanna berg" });
  expect((await findReview(id))?.url).toBeNull();
});

test("a second review of a work by the same user returns the id of the first", async () => {
  const first = await created();
  const again = await createReview(review({ title: "Another", hub: "macro", category: "labor" }));
  expect(again).toEqual({ existingId: first.id });
  await created({ userId: ida });
  await created({ workKey: "example.org/other" });
  expect(await rows()).toHaveLength(3);
  expect((await rows())[0]?.title).toBe("A Title");
});

test("of twenty simultaneous reviews of a work by one user, one is stored", async () => {
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, i) => createReview(review({ title: `Title ${i}` }))),
  );
  const kept = results.flatMap((result) => ("review" in result ? [result.review.id] : []));
  const told = results.flatMap((result) => ("existingId" in result ? [result.existingId] : []));
  expect(kept).toHaveLength(1);
  expect(told).toEqual(Array(19).fill(kept[0]));
  expect(await rows()).toHaveLength(1);
});

test("rewriting a review changes its fields, and keeps id, date and user", async () => {
  const first = await created({ createdAt: new Date("2026-01-01") });
  const other = await created({ userId: ida, username: "Ida" });
  const changed = {
    title: "Another Title",
    author: "Berta Ahn",
    url: "http://www.example.org/paper/",
    rating: 2,
    hub: "macro",
    category: "labor",
    review: "Another text.",
  };
  const [updatedAt, editedAt] = [new Date(), new Date()];
  const read = (await findEditedReview(first.id))!;
  const result = await rewriteReview(read, { ...review(changed), updatedAt, editedAt });
  const rewritten = { ...first, ...changed, updatedAt, editedAt, version: 2 };
  expect(result).toEqual({
    review: { ...rewritten, authorId: first.userId, workKey: "example.org/paper" },
  });
  expect(await findReview(first.id)).toEqual(rewritten);
  expect(await findReview(other.id)).toEqual(other);
  expect((await rows())[0]?.searchable).toBe("another title\nberta ahn\nmara\nlabor");
  // A second rewrite fails, because the review has changed since it was read.
  expect(await rewriteReview(read, { ...review(), updatedAt, editedAt })).toBeNull();
});

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

test("a user's reviews are listed newest first", async () => {
  for (const day of [2, 3, 1])
    await created({
      workKey: `${day}`,
      title: `${day}`,
      createdAt: new Date(Date.UTC(2026, 0, day)),
    });
  await created({ userId: ida });
  const titles = async (page: Parameters<typeof listReviewsOf>[1]) => {
    const { items, next } = await listReviewsOf(mara, page);
    return { titles: items.map(({ title }) => title), after: decodeCursor(next ?? "") };
  };
  expect(await titles({ limit: 3 })).toEqual({ titles: ["3", "2", "1"], after: null });
  const first = await titles({ limit: 2 });
  expect(first.titles).toEqual(["3", "2"]);
  expect(await titles({ limit: 2, after: first.after })).toEqual({ titles: ["1"], after: null });
  expect((await listReviewsOf("no id", { limit: 10 })).items).toEqual([]);
  expect([await countReviewsOf(mara), await countReviewsOf("no id")]).toEqual([3, 0]);
  expect(await hasReviewed(mara, "bonds")).toBe(true);
  expect(await hasReviewed(mara, "macro")).toBe(false);
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

test("an import keeps ids and dates, and leaves existing reviews as they are", async () => {
  const given = (digit: string, fields: Partial<NewReview>) => ({
    ...review(fields),
    id: mara.replace("6", digit),
    createdAt: new Date("2026-01-01"),
  });
  await importReviews([given("1", { title: "First" })]);
  await importReviews([
    given("1", { title: "Same id", workKey: "other" }),
    given("2", { title: "Same work" }),
    given("3", { title: "New", userId: ida }),
  ]);
  expect((await rows()).map(({ _id, title, createdAt }) => [_id, title, createdAt])).toEqual([
    [new Types.ObjectId(mara.replace("6", "1")), "First", new Date("2026-01-01")],
    [new Types.ObjectId(mara.replace("6", "3")), "New", new Date("2026-01-01")],
  ]);
});

test("an invalid or unknown id finds nothing", async () => {
  await created();
  for (const id of [mara, "", "x", "\0", "[object Object]"])
    expect(await findReview(id)).toBeNull();
});
