/** Upvotes of articles and of comments, which follow the same rules. */
import { describe, expect, test } from "vitest";
import { hotRank } from "~/domain/ranking";
import { upvotedKinds, type UpvotedKind } from "~/domain/upvotes";
import type { Viewer } from "~/domain/viewer";
import { deleteAccount } from "~/services/account-deletion/account-deletion.server";
import { markEmailProven } from "~/services/accounts/email.server";
import { commentOnArticle } from "~/services/articles/comments.server";
import { editComment, removeOwnComment } from "~/services/articles/edit-comment.server";
import { removeArticle, removeComment } from "~/services/articles/removal.server";
import {
  hasUpvoted,
  upvote,
  upvotedAmong,
  withdrawUpvote,
} from "~/services/articles/upvotes.server";
import { recount, recountSince } from "~/services/jobs/recount.server";
import { collection, rowOf, setFields, useDatabase } from "../../setup/database";
import { addArticle, addOwnUpvote, addUser } from "../../setup/people";

useDatabase();

const addUnproven = () => addUser({ hasUnprovenEmail: true });
const rows = (name: string) => collection(name).find().toArray();

const kinds = {
  article: { rows: "articles", upvotes: "upvotes" },
  comment: { rows: "comments", upvotes: "comment-upvotes" },
} as const;

/** Writes a text, by default of a new author. */
async function write(kind: UpvotedKind, author?: Viewer): Promise<string> {
  if (kind === "article") return (await addArticle({ ...(author && { author }) })).id;
  const { id } = await addArticle();
  return (await commentOnArticle(author ?? (await addUser()), id, { content: "Yes." })).id;
}

describe.each(upvotedKinds)("an upvote of one %s", (kind) => {
  const add = (viewer: Viewer, id: string) => upvote(viewer, { kind, id });
  const withdraw = (viewer: Viewer, id: string) => withdrawUpvote(viewer, { kind, id });
  const has = (viewer: Viewer, id: string) => hasUpvoted(viewer, { kind, id });
  const stored = () => collection(kinds[kind].upvotes).countDocuments();

  test("counts once for a user, and returns the count each time", async () => {
    const [mara, id] = [await addUser(), await write(kind)];
    expect(await has(mara, id)).toBe(false);
    expect(await add(mara, id)).toBe(1);
    expect(await add(mara, id)).toBe(1);
    expect(await has(mara, id)).toBe(true);
    expect(await has(await addUser(), id)).toBe(false);
    expect(await upvotedAmong(mara, kind, [{ id: await write(kind) }, { id }])).toEqual(
      new Set([id]),
    );
  });

  test.each([1, 20])("twenty times at once by %i users counts each once", async (upvotes) => {
    const id = await write(kind);
    const users = await Promise.all(Array.from({ length: upvotes }, () => addUser()));
    await Promise.all(Array.from({ length: 20 }, (_, i) => add(users[i % upvotes]!, id)));
    expect(await rowOf(kinds[kind].rows, id)).toMatchObject({ upvotes });
    expect(await stored()).toBe(upvotes);
  });

  test("can be withdrawn and done again, and withdrawing one that is not there changes nothing", async () => {
    const [mara, ida, id] = [await addUser(), await addUser(), await write(kind)];
    expect(await withdraw(mara, id)).toBe(0);
    await add(ida, id);
    expect(await add(mara, id)).toBe(2);
    const counts = await Promise.all([1, 2, 3].map(() => withdraw(mara, id)));
    expect(Math.min(...counts)).toBe(1);
    expect(await rowOf(kinds[kind].rows, id)).toMatchObject({ upvotes: 1 });
    expect(await has(mara, id)).toBe(false);
    expect(await add(mara, id)).toBe(2);
  });

  test("is refused on one's own, and changes nothing", async () => {
    const author = await addUser();
    const id = await write(kind, author);
    const message = `You cannot upvote your own ${kind}.`;
    await expect(add(author, id)).rejects.toMatchObject({ kind: "forbidden", message });
    expect(await withdraw(author, id)).toBe(0);
    expect(await stored()).toBe(0);
  });

  test("needs a user, and a text", async () => {
    const mara = await addUser();
    for (const id of ["f".repeat(24), "x", "\0"]) {
      for (const act of [add, withdraw, has])
        await expect(act(mara, id)).rejects.toMatchObject({ kind: "notFound" });
    }
    const message = `Please log in to upvote ${kind}s.`;
    const signedOut = upvote(null, { kind, id: await write(kind) });
    await expect(signedOut).rejects.toMatchObject({ kind: "unauthenticated", message });
  });

  test("is removed with its account, and a recount corrects its number", async () => {
    const [mara, ida, id] = [await addUser(), await addUser(), await write(kind)];
    for (const user of [mara, ida]) await add(user, id);
    await deleteAccount(mara.email);
    expect(await rowOf(kinds[kind].rows, id)).toMatchObject({ upvotes: 1 });
    expect(await stored()).toBe(1);
    for (const correct of [
      async () => (await recount({ recheckDelayMs: 0 })).corrected,
      () => recountSince(new Date(0), { recheckDelayMs: 0 }),
    ]) {
      expect(await correct()).toBe(0);
      await setFields(kinds[kind].rows, id, { upvotes: 7 });
      expect(await correct()).toBe(1);
      expect(await rowOf(kinds[kind].rows, id)).toMatchObject({ upvotes: 1 });
    }
  });

  test("is removed with its text", async () => {
    const id = await write(kind);
    await add(await addUser(), id);
    await (kind === "article" ? removeArticle : removeComment)(id);
    expect(await stored()).toBe(0);
  });
});

test("an upvote raises the rank of an article, and an own one from before has no weight", async () => {
  const [mara, author] = [await addUser(), await addUser()];
  const { id, createdAt } = await addArticle({ author });
  await addOwnUpvote(id, author);
  await upvote(mara, { kind: "article", id });
  const rankWith = (upvotes: number) =>
    expect.closeTo(hotRank({ upvotes, commentsByOthers: 0, createdAt }), 6);
  expect(await rowOf("articles", id)).toMatchObject({ upvotes: 2, hot: rankWith(1) });
  await withdrawUpvote(author, { kind: "article", id });
  await withdrawUpvote(mara, { kind: "article", id });
  const none = { upvotes: 0, weightlessUpvotes: 0, hot: rankWith(0) };
  expect(await rowOf("articles", id)).toMatchObject(none);
});

test("an unproven account's upvote of a comment is shown, and orders it only once the address is proven", async () => {
  const [nell, ned, id] = [await addUnproven(), await addUnproven(), await write("comment")];
  for (const [i, viewer] of [nell, ned].entries())
    expect(await upvote(viewer, { kind: "comment", id })).toBe(i + 1);
  const [before] = await rows("comments");
  expect([before!.upvotes, before!.unprovenUpvotes]).toEqual([0, 2]);
  await markEmailProven(nell.id, nell.email);
  expect(await rowOf("comments", id)).toMatchObject({ upvotes: 1, unprovenUpvotes: 1 });
  expect((await recount({ recheckDelayMs: 0 })).corrected).toBe(0);
  expect(await withdrawUpvote(ned, { kind: "comment", id })).toBe(1);
  expect(await rowOf("comments", id)).toMatchObject({ upvotes: 1, unprovenUpvotes: 0 });
});

test("a comment that was removed and answered keeps no upvotes, and takes none", async () => {
  const [mara, ida, { id: article }] = [await addUser(), await addUser(), await addArticle()];
  const { id } = await commentOnArticle(mara, article, { content: "Yes." });
  await commentOnArticle(ida, article, { content: "No.", parentId: id });
  await upvote(ida, { kind: "comment", id });
  await removeOwnComment(mara, id);
  await expect(upvote(ida, { kind: "comment", id })).rejects.toMatchObject({ kind: "notFound" });
  expect(await rows("comment-upvotes")).toEqual([]);
  expect(await rowOf("comments", id)).not.toHaveProperty("upvotes");
  expect((await recount({ recheckDelayMs: 0 })).corrected).toBe(0);
});

test("an edit of a comment leaves a trace once somebody else has upvoted it", async () => {
  const mara = await addUser();
  const comment = await write("comment", mara);
  expect((await editComment(mara, comment, { content: "Well." })).editedAt).toBeNull();
  await upvote(await addUser(), { kind: "comment", id: comment });
  expect((await editComment(mara, comment, { content: "No." })).editedAt).not.toBeNull();
});
