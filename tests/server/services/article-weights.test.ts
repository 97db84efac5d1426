/** The weight of an article, by how many others have upvoted it and commented on it. */
import mongoose, { Types } from "mongoose";
import { beforeEach, expect, test } from "vitest";
import { documentWeight } from "~/domain/sentiment/sentiment";
import type { Viewer } from "~/domain/viewer";
import { findUser } from "~/models/user.server";
import { deleteAccount } from "~/services/account-deletion/account-deletion.server";
import { markEmailProven } from "~/services/accounts/email-proof.server";
import { upvoteArticle } from "~/services/articles/articles.server";
import { commentOnArticle } from "~/services/articles/comments.server";
import { removeComment } from "~/services/articles/removal.server";
import { weighArticles } from "~/services/recommendations/article-weights.server";
import { useDatabase } from "../../setup/database";
import { addArticle, addUser } from "../../setup/people";

useDatabase();

let author: Viewer;
let id: string;
beforeEach(async () => {
  author = await addUser();
  ({ id } = await addArticle({ author }));
});

const comment = (viewer: Viewer) => commentOnArticle(viewer, id, { content: "Well said." });
const weigh = async () => (await weighArticles(new Map([[id, author.id]]))).get(id);

async function addUnproven(): Promise<Viewer> {
  const user = await addUser();
  await mongoose.connection
    .collection("users")
    .updateOne({ _id: new Types.ObjectId(user.id) }, { $set: { hasUnprovenEmail: true } });
  return (await findUser(user.id))!;
}

test("each person counts once, without the author and accounts with unproven addresses", async () => {
  expect(await weigh()).toBe(1);
  const [ida, jon, unproven] = [await addUser(), await addUser(), await addUnproven()];
  for (const viewer of [author, unproven]) {
    await comment(viewer);
    await upvoteArticle(viewer, id);
  }
  expect(await weigh()).toBe(1);
  for (const viewer of [ida, jon, ida]) await comment(viewer);
  expect(await weigh()).toBe(documentWeight(0, 2));
});

test.each<[string, (ida: Viewer, unproven: Viewer) => Promise<unknown>, number]>([
  ["a comment is added", async () => comment(await addUser()), 3],
  ["one of two comments is removed", async (ida) => removeComment((await comment(ida)).id), 2],
  ["an address is proven", (_, { id: user, email }) => markEmailProven(user, email), 3],
  [
    "an account is deleted with its content",
    (ida) => deleteAccount(ida.email, { withContent: true }),
    1,
  ],
  ["an account is deleted without its content", (ida) => deleteAccount(ida.email), 2],
])("commenters are counted correctly after %s", async (_, change, expected) => {
  const [ida, unproven] = [await addUser(), await addUnproven()];
  for (const viewer of [ida, unproven, await addUser()]) await comment(viewer);
  await change(ida, unproven);
  expect(await weigh()).toBe(documentWeight(0, expected));
});

test.each([
  [0, 0],
  [0, 1],
  [0, 3],
  [0, 5],
  [1, 0],
  [1, 1],
  [2, 1],
  [3, 0],
])("%i upvotes and %i commenters", async (upvotes, commenters) => {
  // The author's own upvote and comment add nothing.
  await upvoteArticle(author, id);
  await comment(author);
  for (let i = 0; i < upvotes; i += 1) await upvoteArticle(await addUser(), id);
  for (let i = 0; i < commenters; i += 1) await comment(await addUser());
  expect(await weigh()).toBe(documentWeight(upvotes, commenters));
});
