import mongoose, { Types } from "mongoose";
import { afterEach, describe, expect, test, vi } from "vitest";
import { hotRank } from "~/domain/ranking";
import * as reviewScores from "~/models/review-scores.server";
import * as upvotes from "~/models/upvote.server";
import { commentOnArticle } from "~/services/articles/comments.server";
import { researchHubs } from "~/services/articles/hubs.server";
import { BATCH_SIZE, recount as recountAt } from "~/services/jobs/recount.server";
import { addReview } from "~/services/articles/reviews.server";
import { useDatabase } from "../../setup/database";
import { addArticle, addUser, someReview, upvoteArticle } from "../../setup/people";

useDatabase();

afterEach(() => void vi.restoreAllMocks());

/** Counts that seem wrong are read twice, here without a pause in between. */
const recount = () => recountAt({ recheckDelayMs: 0 });

const articles = () => mongoose.connection.collection("articles");
const everything = () => articles().find().sort({ _id: 1 }).toArray();

test("wrong counts are corrected with the rank, and nothing else changes", async () => {
  const [mara, ida, author] = [await addUser(), await addUser(), await addUser()];
  const { id, createdAt } = await addArticle({ author });
  const { id: untouched } = await addArticle();
  await upvoteArticle(mara, id);
  await upvoteArticle(ida, id);
  await commentOnArticle(mara, id, { content: "Yes." });
  await commentOnArticle(author, id, { content: "Yes." });
  const before = await everything();

  // Counts like those after a crash between storing a document and counting it, and other wrong values.
  await articles().updateOne(
    { _id: new Types.ObjectId(id) },
    { $set: { upvotes: 1, commentCount: 0, commentsByOthers: 40, hot: 7, views: 5 } },
  );
  expect(await recount()).toEqual({ articles: 2, reviews: 0, corrected: 1 });

  const after = await everything();
  const row = after.find(({ _id }) => _id.equals(id));
  const unproven = { weightlessUpvotes: 0, unprovenComments: 0 };
  expect(row).toEqual({ ...before.find(({ _id }) => _id.equals(id)), views: 5, ...unproven });
  expect(row).toMatchObject({ upvotes: 2, commentCount: 2, commentsByOthers: 1 });
  const expected = hotRank({ upvotes: 2, commentsByOthers: 1, createdAt });
  expect(Math.abs(row?.hot - expected)).toBeLessThan(1e-9);
  expect(after.find(({ _id }) => _id.equals(untouched))).toEqual(
    before.find(({ _id }) => _id.equals(untouched)),
  );
});

test.each([
  ["is counted", async (id: string) => upvoteArticle(await addUser(), id)],
  [
    "is stored and not yet counted",
    async (id: string) => upvotes.addUpvote({ kind: "article", id }, (await addUser()).id),
  ],
])("an article whose upvote %s during the recount is left to the next one", async (_, upvote) => {
  const { id } = await addArticle();
  await articles().updateOne({ _id: new Types.ObjectId(id) }, { $set: { upvotes: 3 } });
  const { countUpvotes } = upvotes;
  vi.spyOn(upvotes, "countUpvotes")
    .mockImplementationOnce(countUpvotes)
    .mockImplementationOnce(async (...counted) => {
      await upvote(id);
      return countUpvotes(...counted);
    });
  expect(await recount()).toEqual({ articles: 1, reviews: 0, corrected: 0 });
  expect(await recount()).toEqual({ articles: 1, reviews: 0, corrected: 1 });
  expect((await everything())[0]?.upvotes).toBe(1);
});

test("articles in several batches are all checked", async () => {
  const author = await addUser();
  const count = 2 * BATCH_SIZE + 1;
  const made = await Promise.all(Array.from({ length: count }, () => addArticle({ author })));
  const wrong = [made[0], made.at(-1)].map((article) => new Types.ObjectId(article?.id));
  await articles().updateMany({ _id: { $in: wrong } }, { $set: { upvotes: 9 } });
  expect(await recount()).toEqual({ articles: count, reviews: 0, corrected: 2 });
  expect(await articles().countDocuments({ upvotes: 0 })).toBe(count);
});

describe("what is derived from reviews", () => {
  interface Row {
    _id: string | Types.ObjectId;
    score?: number;
    sum?: number;
    count?: number;
    papers?: number;
    contributors?: number;
  }
  const collection = (name: string) => mongoose.connection.collection<Row>(name);
  const all = (name: string) => collection(name).find().sort({ _id: 1 }).toArray();
  const work = "example.org/paper";
  const url = `https://${work}`;

  /** Adds two reviews of one work by two users, and a review of another work by the first. */
  async function threeReviews() {
    const [mara, ida] = [await addUser(), await addUser()];
    await addReview(mara, someReview({ url, rating: 5 }));
    await addReview(ida, someReview({ url, rating: 2 }));
    await addReview(mara, someReview({ rating: 1, category: "labor" }));
    return { mara, ida };
  }
  /** The scores of the reviews in their order: (17.5 + 7) / 7, twice, and (17.5 + 1) / 6. */
  const SCORES = [3.5, 3.5, 18.5 / 6];
  const scores = async () => (await all("reviews")).map(({ score }) => score);
  const counts = async () =>
    (await researchHubs())
      .filter(({ papers, contributors }) => papers || contributors)
      .map(({ slug, papers, contributors }) => [slug, papers, contributors]);
  const COUNTS = [
    ["macro", 1, 1],
    ["bonds", 2, 2],
  ];

  test("is not changed at all if it is correct", async () => {
    await threeReviews();
    const names = ["reviews", "works", "hubs", "contributors"];
    const before = await Promise.all(names.map(all));
    expect(await recount()).toEqual({ articles: 0, reviews: 3, corrected: 0 });
    expect(await Promise.all(names.map(all))).toEqual(before);
    expect(await scores()).toEqual(SCORES);
    expect(await counts()).toEqual(COUNTS);
  });

  test("is corrected in a work", async () => {
    const wrong = { $set: { sum: 1e9, count: 0 } };
    await threeReviews();
    await collection("works").updateOne({ _id: work }, wrong);
    expect(await recount()).toMatchObject({ corrected: 1 });
    expect(await collection("works").findOne({ _id: work })).toMatchObject({ sum: 7, count: 2 });
    expect(await scores()).toEqual(SCORES);
    expect(await recount()).toMatchObject({ corrected: 0 });
  });

  test("is left to the next recount in a work that is rated during the recount", async () => {
    await threeReviews();
    await collection("works").updateOne({ _id: work }, { $inc: { sum: 10 } });
    const { sumRatings } = reviewScores;
    vi.spyOn(reviewScores, "sumRatings")
      .mockImplementationOnce(sumRatings)
      .mockImplementationOnce(async (workKeys) => {
        await addReview(await addUser(), someReview({ url, rating: 5 }));
        return sumRatings(workKeys);
      });
    expect(await recount()).toMatchObject({ corrected: 0 });
    expect(await recount()).toMatchObject({ corrected: 1 });
    expect(await scores()).toEqual([3.6875, 3.6875, 18.5 / 6, 3.6875]);
  });

  test("is corrected in a hub", async () => {
    const wrong = { $set: { papers: 0, contributors: 70 } };
    await threeReviews();
    await collection("hubs").updateOne({ _id: "bonds" }, wrong);
    expect(await recount()).toMatchObject({ corrected: 1 });
    expect(await counts()).toEqual(COUNTS);
    expect(await recount()).toMatchObject({ corrected: 0 });
  });

  test("is corrected where a contributor is missing or superfluous", async () => {
    const { mara, ida } = await threeReviews();
    const rowOf = (hub: string, { id }: { id: string }) => ({ hub, user: new Types.ObjectId(id) });
    const contributors = mongoose.connection.collection("contributors");
    await contributors.deleteOne(rowOf("bonds", mara));
    await contributors.insertOne(rowOf("macro", ida));
    await collection("hubs").updateOne({ _id: "macro" }, { $set: { contributors: 2 } });
    await collection("hubs").updateOne({ _id: "bonds" }, { $set: { contributors: 1 } });
    expect(await recount()).toMatchObject({ corrected: 2 });
    expect(await counts()).toEqual(COUNTS);
    const rows = await contributors.find().toArray();
    expect(rows.map(({ hub, user }) => `${hub} ${user}`).sort()).toEqual(
      [`bonds ${mara.id}`, `bonds ${ida.id}`, `macro ${mara.id}`].sort(),
    );
  });
});
