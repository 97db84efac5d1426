/** The weight of an article, by how many others have upvoted it and commented on it. */
import { beforeEach, expect, test } from "vitest";
import { documentWeight } from "~/domain/sentiment/sentiment";
import type { Viewer } from "~/domain/viewer";
import { deleteAccount } from "~/services/account-deletion/account-deletion.server";
import { markEmailProven } from "~/services/accounts/email.server";
import { upvoteArticle } from "~/services/articles/articles.server";
import { commentOnArticle } from "~/services/articles/comments.server";
import { removeComment } from "~/services/articles/removal.server";
import { weighArticles } from "~/services/recommendations/gather-mentions.server";
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

test("each person counts once, without the author and accounts with unproven addresses", async () => {
  expect(await weigh()).toBe(1);
  const [ida, jon, unproven] = [
    await addUser(),
    await addUser(),
    await addUser({ hasUnprovenEmail: true }),
  ];
  for (const viewer of [author, unproven]) {
    await comment(viewer);
    await upvoteArticle(viewer, id);
  }
  expect(await weigh()).toBe(1);
  for (const viewer of [ida, jon, ida]) await comment(viewer);
  await upvoteArticle(jon, id);
  expect(await weigh()).toBe(documentWeight(1, 2));
  await markEmailProven(unproven.id, unproven.email);
  expect(await weigh()).toBe(documentWeight(2, 3));
  await deleteAccount(ida.email, { withContent: true });
  await removeComment((await comment(unproven)).id);
  expect(await weigh()).toBe(documentWeight(2, 2));
});
