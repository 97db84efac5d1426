/** Who is told about what. */
import { expect, test } from "vitest";
import type { Viewer } from "~/domain/viewer";
import { postArticle } from "~/services/articles/articles.server";
import { commentOnArticle } from "~/services/articles/comments.server";
import { removeOwnComment } from "~/services/articles/edit-comment.server";
import { announcementQueue } from "~/services/notices/deliver.server";
import { readNotices } from "~/services/notices/notices.server";
import { collection, useDatabase } from "../../setup/database";
import { addUser, someArticle } from "../../setup/people";

useDatabase();

const textsOf = async (person: Viewer) => {
  await announcementQueue.doAll();
  return (await readNotices(person, { limit: 50 })).items.map(({ text }) => text);
};

test("an answer is told, and taken back when it is removed", async () => {
  const [author, ada] = [await addUser(), await addUser({ name: "Ada" })];
  const article = await postArticle(author, someArticle({ title: "Rates" }));
  const comment = await commentOnArticle(ada, article.id, { content: "Good." });
  expect(await textsOf(author)).toEqual(["Ada answered your article “Rates”"]);
  await removeOwnComment(ada, comment.id);
  expect(await textsOf(author)).toEqual([]);
  expect(await collection("notices").countDocuments()).toBe(0);
  expect(await collection("announcements").countDocuments()).toBe(0);
});
