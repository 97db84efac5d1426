import { subMinutes } from "date-fns/subMinutes";
import { beforeEach, describe, expect, test } from "vitest";
import { FREE_EDIT_MINUTES, MAX_REVISIONS, type EditableKind } from "~/domain/editing";
import type { Viewer } from "~/domain/viewer";
import type { ArticleInput } from "~/schemas/articles";
import { postArticle, readArticle } from "~/services/articles/articles.server";
import { commentOnArticle } from "~/services/articles/comments.server";
import { editArticle, removeOwnArticle } from "~/services/articles/edit-article.server";
import {
  editComment,
  readComment,
  removeOwnComment,
} from "~/services/articles/edit-comment.server";
import { editReview, removeOwnReview } from "~/services/articles/edit-review.server";
import { browseRevisions, readChange, readRevision } from "~/services/articles/revisions.server";
import { addReview, readReview } from "~/services/articles/reviews.server";
import { collection, setFields, useDatabase } from "../../setup/database";
import { outcomeOf } from "../../setup/outcomes";
import { addOwnUpvote, addUser, someReview, someArticle, upvoteArticle } from "../../setup/people";

useDatabase();

const collections = { article: "articles", review: "reviews", comment: "comments" } as const;
const rows = (name: string) => collection(name).find().toArray();

let mara: Viewer;
let ida: Viewer;
beforeEach(async () => {
  [mara, ida] = [await addUser({ name: "Mara" }), await addUser({ name: "Ida" })];
});

const post = (author = mara, fields: Partial<ArticleInput> = {}) =>
  postArticle(author, someArticle({ category: "macro", content: "A text", ...fields }));
const say = (author: Viewer, article: string, content = "Well said.") =>
  commentOnArticle(author, article, { content });

const age = (kind: EditableKind, id: string, minutes = FREE_EDIT_MINUTES + 1) =>
  setFields(collections[kind], id, { createdAt: subMinutes(new Date(), minutes) });

/** The outcome of each of several simultaneous calls: `ok`, or why it was refused. */
const outcomes = async (times: number, act: (i: number) => Promise<{ id: string }>) =>
  Promise.all(
    Array.from({ length: times }, async (_, i) => {
      const outcome = await outcomeOf(act(i));
      return /^[0-9a-f]{24}$/.test(outcome) ? "ok" : outcome;
    }),
  );

const refused = (kind: string) => ({ name: "ServiceError", kind });

const kinds = {
  article: {
    make: async () => (await post()).id,
    edit: (who: Viewer | null, id: string, text: string, versions?: number[]) =>
      editArticle(who, id, { content: text }, { versions }),
    read: async (id: string) => (await readArticle(id)).content,
    remove: removeOwnArticle,
    before: { content: "A text" },
  },
  review: {
    make: async () => (await addReview(mara, someReview({ review: "A text" }))).id,
    edit: (who: Viewer | null, id: string, text: string, versions?: number[]) =>
      editReview(who, id, { review: text }, { versions }),
    read: async (id: string) => (await readReview(id)).review.review,
    remove: removeOwnReview,
    before: { review: "A text" },
  },
  comment: {
    make: async () => (await say(mara, (await post(ida)).id, "A text")).id,
    edit: (who: Viewer | null, id: string, text: string, versions?: number[]) =>
      editComment(who, id, { content: text }, { versions }),
    read: async (id: string) => (await readComment(id)).content,
    remove: removeOwnComment,
    before: { content: "A text" },
  },
};

describe("within a quarter of an hour, an edit of an article leaves", () => {
  const traces = async (id: string) => (await browseRevisions("article", id)).length;

  test.each([
    [
      "no trace after reactions by its author",
      0,
      (id: string) => Promise.all([addOwnUpvote(id, mara), say(mara, id)]),
    ],
    ["a trace after an upvote by another user", 1, (id: string) => upvoteArticle(ida, id)],
    ["a trace after a comment by another user", 1, (id: string) => say(ida, id)],
  ] as const)("%s", async (_, versions, react) => {
    const { id } = await post();
    await react(id);
    const { editedAt } = await editArticle(mara, id, { title: "Something else", content: "Sold." });
    expect(await traces(id)).toBe(versions);
    expect(editedAt !== null).toBe(versions > 0);
  });
});

describe.each(Object.entries(kinds))("%s", (name, { make, edit, read, remove, before }) => {
  const kind = name as EditableKind;

  test("is edited without a trace for a quarter of an hour", async () => {
    const id = await make();
    await age(kind, id, FREE_EDIT_MINUTES - 1);
    expect(await edit(mara, id, "Another text")).toMatchObject({ editedAt: null, version: 2 });
    expect(await read(id)).toBe("Another text");
    expect(await browseRevisions(kind, id)).toEqual([]);
    await expect(readChange(kind, id)).rejects.toMatchObject(refused("notFound"));
  });

  test("keeps its earlier versions and its date after that", async () => {
    const id = await make();
    await age(kind, id);
    const stored = (await rows(collections[kind])).find((row) => row._id.equals(id));
    const createdAt = stored?.createdAt as Date;
    const second = await edit(mara, id, "Another text");
    const third = await edit(mara, id, "A third text");
    expect(third).toMatchObject({ version: 3, editedAt: expect.any(Date), createdAt });
    expect(await browseRevisions(kind, id)).toEqual([
      { version: 2, writtenAt: second.editedAt },
      { version: 1, writtenAt: createdAt },
    ]);
    expect((await readRevision(kind, id, 1)).fields).toMatchObject(before);
    const { versions, ...change } = await readChange(kind, id, 2);
    expect(versions.map(({ version }) => version)).toEqual([3, 2, 1]);
    expect(change).toMatchObject({
      before: { version: 1, fields: before },
      after: { version: 2, writtenAt: second.editedAt },
    });
    expect(await readChange(kind, id)).toMatchObject({
      before: { version: 2 },
      after: { version: 3, writtenAt: third.editedAt },
    });
  });

  test("stays as it is if nothing changes", async () => {
    const id = await make();
    await age(kind, id);
    expect(await edit(mara, id, "A text")).toMatchObject({ version: 1, editedAt: null });
    expect(await rows("revisions")).toEqual([]);
  });

  test("can be edited and removed only by its author", async () => {
    const id = await make();
    for (const who of [ida, null]) {
      const refusal = refused(who ? "forbidden" : "unauthenticated");
      await expect(edit(who, id, "Mine")).rejects.toMatchObject(refusal);
      await expect(remove(who, id)).rejects.toMatchObject(refusal);
    }
    expect(await read(id)).toBe("A text");
    for (const nothing of ["", "1", "__proto__", "65f0c0ffee65f0c0ffee65f0"]) {
      await expect(edit(mara, nothing, "Mine")).rejects.toMatchObject(refused("notFound"));
      await expect(remove(mara, nothing)).rejects.toMatchObject(refused("notFound"));
    }
  });

  test("is not overwritten by an edit of another version", async () => {
    const id = await make();
    await edit(mara, id, "In one tab", [1]);
    await expect(edit(mara, id, "In another", [1])).rejects.toMatchObject(
      refused("preconditionFailed"),
    );
    await expect(edit(mara, id, "In another", [])).rejects.toMatchObject(
      refused("preconditionFailed"),
    );
    await expect(remove(mara, id, { versions: [1] })).rejects.toMatchObject(
      refused("preconditionFailed"),
    );
    expect(await read(id)).toBe("In one tab");
    await edit(mara, id, "In another", [1, 2]);
    await remove(mara, id, { versions: [3] });
    await expect(read(id)).rejects.toMatchObject(refused("notFound"));
  });

  test("keeps each version of many simultaneous edits once", async () => {
    const id = await make();
    await age(kind, id);
    const results = await outcomes(4, (i) => edit(mara, id, `Text ${i}`, undefined));
    expect(results).toEqual(Array(4).fill("ok"));
    expect((await browseRevisions(kind, id)).map(({ version }) => version)).toEqual([4, 3, 2, 1]);
    const once = await outcomes(4, (i) => edit(mara, id, `Text ${i} once more`, [5]));
    expect(once.toSorted()).toEqual(["ok", ...Array(3).fill("preconditionFailed")]);
  });

  test("has a maximum number of revisions, and can then still be removed", async () => {
    const id = await make();
    await age(kind, id);
    await edit(mara, id, "Text");
    const { _id: _, ...first } = (await rows("revisions"))[0]!;
    const others = Array.from({ length: MAX_REVISIONS - 1 }, (_, i) => ({
      ...first,
      version: i + 2,
    }));
    await collection("revisions").insertMany(others);
    await expect(edit(mara, id, "More")).rejects.toMatchObject(refused("conflict"));
    await remove(mara, id);
    expect(await rows("revisions")).toEqual([]);
  });

  test("has the mentions of its new text after an edit, with its original date", async () => {
    const id = await make();
    await age(kind, id, 9 * 24 * 60);
    await edit(mara, id, "Ethereum is a great success");
    const mentions = (await rows("mentions")).filter(({ document }) => document === id);
    const [row] = (await rows(collections[kind])).filter(({ _id }) => _id.equals(id));
    expect(mentions.map(({ token }) => token as string)).toContain("ETH");
    for (const { createdAt } of mentions) expect(createdAt).toEqual(row!.createdAt);
  });
});
