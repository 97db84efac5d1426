/** The number of other commenters of an article, which is precomputed and reset when its comments change. */
import mongoose, { Types } from "mongoose";
import { beforeEach, describe, expect, test } from "vitest";
import { documentWeight } from "~/domain/sentiment/sentiment";
import type { Viewer } from "~/domain/viewer";
import { findSupport, storeOtherCommenters } from "~/models/article-counts.server";
import { createComment } from "~/models/comment.server";
import { deleteAccount } from "~/services/accounts/account-deletion.server";
import { markEmailProven } from "~/services/accounts/email-proof.server";
import { readArticle, upvoteArticle } from "~/services/articles/articles.server";
import { commentOnArticle } from "~/services/articles/comments.server";
import { recount } from "~/services/jobs/recount.server";
import { removeComment } from "~/services/moderation/removal.server";
import { weighArticles } from "~/services/recommendations/article-weights.server";
import { countWeeksCommenters } from "~/services/recommendations/other-commenters.server";
import { findUser } from "~/models/user.server";
import { useDatabase } from "../../setup/database";
import { addArticle, addUser } from "../../setup/people";

useDatabase();

let author: Viewer;
let id: string;
beforeEach(async () => {
  author = await addUser();
  ({ id } = await addArticle({ author }));
});

const count = () => countWeeksCommenters({ restMs: 0 });
const comment = (viewer: Viewer) => commentOnArticle(viewer, id, { content: "Well said." });
const support = async () => (await findSupport([id]))[0]!;
const known = async () => (await support()).otherCommenters;
const weigh = async () => (await weighArticles(new Map([[id, author.id]]))).get(id);

async function addUnproven(): Promise<Viewer> {
  const user = await addUser();
  await mongoose.connection
    .collection("users")
    .updateOne({ _id: new Types.ObjectId(user.id) }, { $set: { hasUnprovenEmail: true } });
  return (await findUser(user.id))!;
}

describe("other commenters", () => {
  test("are counted once each, without the author and accounts with unproven addresses", async () => {
    const [ida, jon] = [await addUser(), await addUser()];
    for (const viewer of [ida, jon, ida, author, await addUnproven()]) await comment(viewer);
    expect(await known()).toBeNull();
    expect(await count()).toBe(1);
    expect(await known()).toBe(2);
    expect(await count()).toBe(0);
  });

  test("are known to be zero if nobody else has commented", async () => {
    await comment(author);
    await comment(await addUnproven());
    expect([await known(), await count()]).toEqual([0, 0]);
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
  ])("are counted correctly after %s", async (_, change, expected) => {
    const [ida, unproven] = [await addUser(), await addUnproven()];
    for (const viewer of [ida, unproven, await addUser()]) await comment(viewer);
    await count();
    await change(ida, unproven);
    await count();
    expect(await known()).toBe(expected);
  });

  test("are unknown again when a recount corrects the article", async () => {
    await comment(await addUser());
    await count();
    // Stores a comment as if the process had been killed before the comment was counted.
    const { id: authorId, name } = await addUser();
    await createComment({ articleId: id, authorId, username: name, content: "And I." });
    await recount({ recheckDelayMs: 0 });
    expect(await known()).toBeNull();
    await count();
    expect(await known()).toBe(2);
  });

  test("are not stored if a comment was added while they were counted", async () => {
    await comment(await addUser());
    const before = await support();
    await comment(await addUser());
    await storeOtherCommenters([{ support: before, otherCommenters: 1 }]);
    expect(await known()).toBeNull();
  });

  test("are not counted for an article that is older than the window", async () => {
    await comment(await addUser());
    expect(await countWeeksCommenters({ now: Date.now() + 8 * 86_400_000, restMs: 0 })).toBe(0);
  });

  test("are not part of an article for readers", async () => {
    await comment(await addUser());
    await count();
    expect(Object.keys(await readArticle(id))).not.toContain("otherCommenters");
  });
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
])(
  "an article with %i upvotes and %i commenters has the same weight, precomputed or not",
  async (upvotes, commenters) => {
    // The author's own upvote and comment add nothing.
    await upvoteArticle(author, id);
    await comment(author);
    for (let i = 0; i < upvotes; i += 1) await upvoteArticle(await addUser(), id);
    for (let i = 0; i < commenters; i += 1) await comment(await addUser());
    const expected = documentWeight(upvotes, commenters);
    expect(await weigh()).toBe(expected);
    await count();
    expect(await known()).toBe(commenters);
    expect(await weigh()).toBe(expected);
  },
);
