/** What people can do with a hidden text, and what becomes of it with the accounts around it. */
import { beforeEach, expect, test } from "vitest";
import type { Viewer } from "~/domain/viewer";
import { deleteAccount } from "~/services/account-deletion/account-deletion.server";
import { postArticle } from "~/services/articles/articles.server";
import { commentOn, commentOnArticle, readComments } from "~/services/articles/comments.server";
import { editArticle, removeOwnArticle } from "~/services/articles/edit-article.server";
import { editComment, removeOwnComment } from "~/services/articles/edit-comment.server";
import { addReview } from "~/services/articles/reviews.server";
import { editReview, removeOwnReview } from "~/services/articles/edit-review.server";
import { articles as feature } from "~/services/articles/feature.server";
import { findHiddenText, hideText, restoreText } from "~/services/articles/hide.server";
import { upvote } from "~/services/articles/upvotes.server";
import { recount } from "~/services/jobs/recount.server";
import { save } from "~/services/saved/saved.server";
import { collection, rowOf, useDatabase } from "../../setup/database";
import { kindOf, messageOf } from "../../setup/outcomes";
import { addUser, someArticle, someReview } from "../../setup/people";

useDatabase();

const decision = { id: "1".padStart(24, "0"), reason: "spam", rule: 1 } as const;
const WHY = "Spam or advertising (rule 1).";

let mara: Viewer;
let ida: Viewer;
beforeEach(async () => {
  [mara, ida] = [await addUser({ name: "Mara" }), await addUser({ name: "Ida" })];
});

const link = { url: "https://example.org/hidden" };
async function hiddenArticle() {
  const content = `Ask @${ida.name}`;
  const { id } = await postArticle(mara, someArticle({ ...link, content, category: "macro" }));
  await commentOnArticle(ida, id, { content: "So what?" });
  await hideText({ kind: "article", id }, decision);
  return id;
}

async function hiddenComment({ isAnswered = true } = {}) {
  const { id: articleId } = await postArticle(ida, someArticle());
  const { id } = await commentOnArticle(mara, articleId, { content: `See @${ida.name}` });
  if (isAnswered) await commentOnArticle(ida, articleId, { content: "No", parentId: id });
  await hideText({ kind: "comment", id }, decision);
  return id;
}

const work = someReview({ review: "Mine" });
async function hiddenReview() {
  const { id } = await addReview(mara, work);
  await commentOn(ida, { kind: "review", id }, { content: "So what?" });
  await hideText({ kind: "review", id }, decision);
  return id;
}

const isLeft = async (id: string) => (await findHiddenText(id)) !== null;
const rows = (name: string) => collection(name).countDocuments();

test("a hidden article cannot be commented on, upvoted, saved or edited, and its comments stay", async () => {
  const id = await hiddenArticle();
  const gone = `This article was hidden by moderators: ${WHY}`;
  expect(await messageOf(commentOnArticle(ida, id, { content: "And?" }))).toBe(gone);
  expect(await messageOf(upvote(ida, { kind: "article", id }))).toBe(gone);
  expect(await kindOf(save(ida, { kind: "article", id }))).toBe("notFound");
  expect(await messageOf(editArticle(mara, id, { title: "Other" }))).toBe(gone);
  expect(
    (await readComments({ kind: "article", id }, { after: null, limit: 5 })).items,
  ).toHaveLength(1);
  expect(await rows("comments")).toBe(1);
});

test("the same for a hidden comment and a hidden review", async () => {
  const comment = await hiddenComment();
  expect(await kindOf(upvote(ida, { kind: "comment", id: comment }))).toBe("gone");
  expect(await kindOf(save(ida, { kind: "comment", id: comment }))).toBe("notFound");
  expect(await kindOf(editComment(mara, comment, { content: "Other" }))).toBe("gone");
  const { subject } = (await findHiddenText(comment))!.text as never as { subject: { id: string } };
  const answer = { content: "And?", parentId: comment };
  expect(await kindOf(commentOnArticle(ida, subject.id, answer))).toBe("invalid");
  const id = await hiddenReview();
  expect(await kindOf(commentOn(ida, { kind: "review", id }, { content: "And?" }))).toBe("gone");
  expect(await kindOf(save(ida, { kind: "review", id }))).toBe("notFound");
  expect(await kindOf(editReview(mara, id, { rating: 1 }))).toBe("gone");
});

test("the link of a hidden article cannot be posted again, by whomever and in whatever way", async () => {
  const { id: removed } = await postArticle(ida, someArticle(link));
  await commentOnArticle(mara, removed, { content: "See" });
  await removeOwnArticle(ida, removed);
  await hiddenArticle();
  const refused = `An article with this link was hidden by moderators: Spam or advertising (rule 1). The link cannot be posted again.`;
  for (const viewer of [mara, ida]) {
    expect(await messageOf(postArticle(viewer, someArticle(link)))).toBe(refused);
  }
  const { id } = await postArticle(ida, someArticle());
  expect(await messageOf(editArticle(ida, id, link))).toBe(refused);
});

test("a work cannot be reviewed again by the author of a hidden review, but by others", async () => {
  await hiddenReview();
  expect(await messageOf(addReview(mara, work))).toMatch(/^Your review of this work was hidden/);
  const { id } = await addReview(mara, someReview());
  expect(await kindOf(editReview(mara, id, { url: work.url }))).toBe("conflict");
  expect(await kindOf(addReview(ida, work))).not.toBe("conflict");
});

test("its author removes a hidden text for good, with all that belongs to it; nobody else does", async () => {
  const article = await hiddenArticle();
  expect(await kindOf(removeOwnArticle(ida, article))).toBe("gone");
  expect(await kindOf(removeOwnArticle(mara, article, { versions: [2] }))).toBe(
    "preconditionFailed",
  );
  await removeOwnArticle(mara, article, { versions: [1] });
  expect([await isLeft(article), await rows("comments")]).toEqual([false, 0]);
  expect(await kindOf(postArticle(ida, someArticle(link)))).not.toBe("conflict");
  const review = await hiddenReview();
  await removeOwnReview(mara, review);
  expect([await isLeft(review), await rows("comments")]).toEqual([false, 0]);
  const comment = await hiddenComment();
  await removeOwnComment(mara, comment);
  expect(await isLeft(comment)).toBe(false);
  expect((await rowOf("comments", comment))?.hiddenFor).toBeUndefined();
  const unanswered = await hiddenComment({ isAnswered: false });
  await removeOwnComment(mara, unanswered);
  expect(await rowOf("comments", unanswered)).toBeNull();
  expect(await recount({ recheckDelayMs: 0 })).toMatchObject({ corrected: 0 });
});

test("what somebody wrote on an article goes with it, also if it is hidden", async () => {
  const comment = await hiddenComment();
  const { subject } = (await findHiddenText(comment))!.text as never as { subject: { id: string } };
  await hideText({ kind: "article", id: subject.id }, decision);
  await removeOwnArticle(ida, subject.id);
  expect(await isLeft(comment)).toBe(false);
  expect(await restoreText({ kind: "comment", id: comment })).toBe(false);
});

const all = async () => [
  { kind: "article" as const, id: await hiddenArticle() },
  { kind: "comment" as const, id: await hiddenComment() },
  { kind: "review" as const, id: await hiddenReview() },
];

test("with the writings of a deleted account, those that are hidden go", async () => {
  const texts = await all();
  await deleteAccount(mara.email, { withContent: true });
  for (const { id } of texts) expect(await isLeft(id)).toBe(false);
  expect(await recount({ recheckDelayMs: 0 })).toMatchObject({ corrected: 0 });
});

test("without them, they stay without a name, and can be restored", async () => {
  const texts = await all();
  await deleteAccount(mara.email, { withContent: false });
  const stored = JSON.stringify(await collection("hidden-texts").find().toArray());
  expect(stored).not.toContain(mara.id);
  expect(stored).not.toContain("Mara");
  for (const target of texts) expect(await restoreText(target)).toBe(true);
  const { reviewer } = (await rowOf("articles", texts[0]!.id))!;
  expect(reviewer).not.toBe("Mara");
  expect(await rowOf("comments", texts[1]!.id)).toMatchObject({ username: reviewer });
  expect(await rowOf("reviews", texts[2]!.id)).toMatchObject({ username: reviewer });
  expect(await recount({ recheckDelayMs: 0 })).toMatchObject({ corrected: 0 });
});

test("an account that a hidden text names leaves no name in it", async () => {
  const texts = await all();
  await deleteAccount(ida.email, { withContent: false });
  expect(JSON.stringify(await collection("hidden-texts").find().toArray())).not.toContain(ida.id);
  await restoreText(texts[0]!);
  expect(await recount({ recheckDelayMs: 0 })).toMatchObject({ corrected: 0 });
});

test("hidden texts are in the export of their author only", async () => {
  const texts = await all();
  for (const [viewer, count] of [
    [mara, 1],
    [ida, 0],
  ] as const) {
    for (const name of ["articles", "comments", "reviews"] as const) {
      const ids: string[] = [];
      for await (const { id } of await feature.exported![name]!(viewer.id)) ids.push(String(id));
      const found = texts.filter(({ id }) => ids.includes(id));
      expect(found, `${viewer.name} ${name}`).toHaveLength(count);
    }
  }
});
