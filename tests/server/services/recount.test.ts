import mongoose, { Types } from "mongoose";
import { beforeEach, expect, test, vi } from "vitest";
import { hotRank } from "~/domain/ranking";
import { addUpvote } from "~/models/upvote.server";
import { commentOnArticle, upvoteArticle } from "~/services/articles.server";
import { recount } from "~/services/recount.server";
import { useDatabase } from "../../setup/database";
import { addArticle, addUser } from "../../setup/people";

process.env.RATE_LIMITS = "off";
useDatabase();

/** What happens between the two looks at counts that seem wrong, instead of waiting. */
const betweenLooks = vi.hoisted(() => ({ act: async () => {} }));
vi.mock("node:timers/promises", () => ({ setTimeout: () => betweenLooks.act() }));
beforeEach(() => {
  betweenLooks.act = async () => {};
});

const articles = () => mongoose.connection.collection("articles");
const everything = () => articles().find().sort({ _id: 1 }).toArray();

test("counts that are right are left alone, to the last bit", async () => {
  const [mara, author] = [await addUser(), await addUser()];
  const { id } = await addArticle({ author });
  await addArticle();
  await upvoteArticle(mara, id);
  await commentOnArticle(mara, id, { content: "Yes." });
  await commentOnArticle(author, id, { content: "Yes." });
  const before = await everything();
  expect(await recount()).toEqual({ articles: 2, reviews: 0, corrected: 0 });
  expect(await everything()).toEqual(before);
});

test("wrong counts are put right with the rank, and nothing else changes", async () => {
  const [mara, ida, author] = [await addUser(), await addUser(), await addUser()];
  const { id, createdAt } = await addArticle({ author });
  const { id: untouched } = await addArticle();
  await upvoteArticle(mara, id);
  await upvoteArticle(ida, id);
  await commentOnArticle(mara, id, { content: "Yes." });
  await commentOnArticle(author, id, { content: "Yes." });
  const before = await everything();

  // What a crash between a row and its count leaves, and then some.
  await articles().updateOne(
    { _id: new Types.ObjectId(id) },
    { $set: { upvotes: 1, commentCount: 0, commentsByOthers: 40, hot: 7, views: 5 } },
  );
  expect(await recount()).toEqual({ articles: 2, reviews: 0, corrected: 1 });

  const after = await everything();
  const row = after.find(({ _id }) => _id.equals(id));
  expect(row).toEqual({ ...before.find(({ _id }) => _id.equals(id)), views: 5 });
  expect(row).toMatchObject({ upvotes: 2, commentCount: 2, commentsByOthers: 1 });
  const expected = hotRank({ upvotes: 2, commentsByOthers: 1, createdAt });
  expect(Math.abs(row?.hot - expected)).toBeLessThan(1e-9);
  expect(after.find(({ _id }) => _id.equals(untouched))).toEqual(
    before.find(({ _id }) => _id.equals(untouched)),
  );
});

test("an article that is upvoted while it is looked at is left for the next time", async () => {
  const { id } = await addArticle();
  await articles().updateOne({ _id: new Types.ObjectId(id) }, { $set: { upvotes: 3 } });
  betweenLooks.act = async () => {
    await upvoteArticle(await addUser(), id);
  };
  expect(await recount()).toEqual({ articles: 1, reviews: 0, corrected: 0 });
  betweenLooks.act = async () => {};
  expect(await recount()).toEqual({ articles: 1, reviews: 0, corrected: 1 });
  expect((await everything())[0]?.upvotes).toBe(1);
});

test("an upvote whose count is still to follow is left to it", async () => {
  const { id } = await addArticle();
  await articles().updateOne({ _id: new Types.ObjectId(id) }, { $set: { upvotes: 3 } });
  const { id: voter } = await addUser();
  betweenLooks.act = async () => {
    await addUpvote(id, voter);
  };
  expect(await recount()).toEqual({ articles: 1, reviews: 0, corrected: 0 });
  expect((await everything())[0]?.upvotes).toBe(3);
});

test("more articles than one slice are all looked at", async () => {
  const author = await addUser();
  const made = await Promise.all(Array.from({ length: 205 }, () => addArticle({ author })));
  const wrong = [made[0], made[204]].map((article) => new Types.ObjectId(article?.id));
  await articles().updateMany({ _id: { $in: wrong } }, { $set: { upvotes: 9 } });
  expect(await recount()).toEqual({ articles: 205, reviews: 0, corrected: 2 });
  expect(await articles().countDocuments({ upvotes: 0 })).toBe(205);
});

test("a database without articles is counted quickly", async () => {
  expect(await recount()).toEqual({ articles: 0, reviews: 0, corrected: 0 });
});
