import { Types } from "mongoose";
import { beforeEach, describe, expect, test } from "vitest";
import { decodeCursor, type Cursor } from "~/domain/cursor";
import { MAX_SAVED, SAVED_SEARCH_WINDOW, type SavedKind } from "~/domain/saved";
import type { Viewer } from "~/domain/viewer";
import { addReview } from "~/services/articles/reviews.server";
import { commentOnArticle } from "~/services/articles/comments.server";
import { removableContent } from "~/services/articles/removal.server";
import { removeOwnComment } from "~/services/articles/edit-comment.server";
import { indexAllWords } from "~/services/search/feature.server";
import { browseSaved, save, savedAmong, unsave } from "~/services/saved/saved.server";
import { collection, useDatabase } from "../../setup/database";
import { useEnvironment } from "../../setup/environment";
import { kindOf, outcomesOf } from "../../setup/outcomes";
import { addArticle, addUser, someReview } from "../../setup/people";
import { addMomentum } from "../../setup/recommendations";
import { idOf } from "../../setup/rows";

useEnvironment({ RATE_LIMITS: "off" });
useDatabase();

let viewer: Viewer;
let mara: Viewer;
/** The ids of one of each kind. */
let ids: Record<SavedKind, string>;

beforeEach(async () => {
  [viewer, mara] = [await addUser(), await addUser({ name: "Mara" })];
  const summary = "Long yields rise";
  const content = "The auctions of 1994";
  const article = await addArticle({ author: mara, title: "Term premium", summary, content });
  const comment = await commentOnArticle(mara, article.id, { content: "Look at the coupons" });
  const review = await addReview(
    mara,
    someReview({ title: "The Bond Book", review: "Duration explained well" }),
  );
  const monday = new Date("2026-01-05T00:00:00Z");
  const { id } = await addMomentum(monday);
  ids = { article: article.id, review: review.id, comment: comment.id, recommendation: id };
});

const saveAll = async () => {
  for (const kind of ["article", "review", "comment", "recommendation"] as const) {
    await save(viewer, { kind, id: ids[kind] });
  }
};

type Query = Partial<Parameters<typeof browseSaved>[1]>;
const browse = (query: Query = {}) => browseSaved(viewer, { limit: 20, ...query });
const kindsOf = async (query?: Query) => (await browse(query)).items.map(({ kind }) => kind);

describe("what is saved", () => {
  test("is listed last saved first, each with where it is and who wrote it, and by kind", async () => {
    await saveAll();
    const shown = (await browse()).items.map(({ text }) => [text?.title, text?.author, text?.path]);
    expect(shown).toEqual([
      ["Momentum, week of 2026-01-05", null, `/momentum/${ids.recommendation}`],
      ["Term premium", "Mara", expect.stringContaining(`#comment-${ids.comment}`)],
      ["The Bond Book", "Mara", `/bonds/reviews/${ids.review}`],
      ["Term premium", "Mara", `/article/${ids.article}`],
    ]);
    expect(await kindsOf({ kind: "review" })).toEqual(["review"]);
  });

  test("is one's own", async () => {
    await saveAll();
    expect((await browseSaved(mara, { limit: 20 })).items).toEqual([]);
    expect(await savedAmong(viewer.id, "article", [ids.article, ids.review])).toEqual([
      ids.article,
    ]);
    expect(await savedAmong(viewer.id, "review", [ids.article])).toEqual([]);
    expect(await savedAmong(mara.id, "article", [ids.article])).toEqual([]);
  });

  test("keeps its place and its note when it is saved again, and loses both when it is removed", async () => {
    const reference = { kind: "article", id: ids.article } as const;
    const first = await save(viewer, reference, "Compare with Mara’s");
    await save(viewer, { kind: "review", id: ids.review });
    expect(await save(viewer, reference)).toEqual(first);
    expect(await kindsOf()).toEqual(["review", "article"]);
    expect((await save(viewer, reference, "")).note).toBeNull();
    await save(viewer, reference, "Again");
    await unsave(viewer, reference);
    await unsave(viewer, reference);
    expect(await kindsOf()).toEqual(["review"]);
    expect((await save(viewer, reference)).note).toBeNull();
  });

  test("is stored once however often it is saved at once", async () => {
    const act = () => save(viewer, { kind: "article", id: ids.article });
    expect(new Set(await outcomesOf(20, act))).toEqual(new Set([ids.article]));
    expect(await collection("bookmarks").countDocuments()).toBe(1);
  });

  test("shows nothing of a text that was removed since, keeps the note, and can be noted on", async () => {
    await saveAll();
    await save(viewer, { kind: "comment", id: ids.comment }, "Mine");
    await commentOnArticle(viewer, ids.article, { content: "An answer" });
    await removeOwnComment(mara, ids.comment);
    await removableContent.review.remove(ids.review);
    const found = (await browse()).items.filter(({ text }) => text === null);
    expect(found.map(({ kind, note }) => [kind, note])).toEqual([
      ["comment", "Mine"],
      ["review", null],
    ]);
    await save(viewer, { kind: "comment", id: ids.comment }, "Still mine");
    expect(await kindsOf({ q: "still" })).toEqual(["comment"]);
    expect(await kindsOf({ q: "coupons" })).toEqual([]);
    const rows = JSON.stringify(await collection("bookmarks").find().toArray());
    expect(rows).not.toMatch(/coupons|duration|premium/i);
  });

  test("is what exists, and no more than the maximum", async () => {
    const saving = (kind: SavedKind, id: string) => kindOf(save(viewer, { kind, id }));
    expect(await saving("article", ids.review)).toBe("notFound");
    expect(await saving("article", "not an id")).toBe("notFound");
    expect(await kindOf(save(null, { kind: "article", id: ids.article }))).toBe("unauthenticated");
    expect(await kindOf(unsave(null, { kind: "article", id: ids.article }))).toBe(
      "unauthenticated",
    );
    await addRows(MAX_SAVED);
    expect(await saving("article", ids.article)).toBe("conflict");
    expect(await saving("article", idOf(1)), "what is saved already").toBe("ok");
  });
});

/** Adds bookmarks of articles that do not exist, each a minute older than the one before. */
const addRows = (count: number) =>
  collection("bookmarks").insertMany(
    Array.from({ length: count }, (_, i) => ({
      user: new Types.ObjectId(viewer.id),
      kind: "article",
      target: new Types.ObjectId(idOf(i + 1)),
      createdAt: new Date(Date.UTC(2025, 0, 1, 0, -i)),
    })),
  );

describe("a search", () => {
  test.each([
    ["premium yields", ["article"]],
    ["AUCTIONS", ["article"]],
    ["coupons", ["comment"]],
    ["duration bond", ["review"]],
    ["momentum", ["recommendation"]],
    ["library", ["review"]],
    ["from the library", ["review"]],
    ["library duration", []],
    ["nothing", []],
    ["a", []],
  ])("for %s finds what has all words in the text, or all in the note", async (q, kinds) => {
    await saveAll();
    await save(viewer, { kind: "review", id: ids.review }, "Borrowed from the library");
    expect(await kindsOf({ q })).toEqual(kinds);
  });

  test("finds notes again once their words were renewed after an upgrade", async () => {
    await save(viewer, { kind: "article", id: ids.article }, "From the library");
    await save(viewer, { kind: "review", id: ids.review });
    await collection("bookmarks").updateMany({}, { $set: { words: ["old"] } });
    expect(await kindsOf({ q: "library" })).toEqual([]);
    await indexAllWords();
    expect(await kindsOf({ q: "library" })).toEqual(["article"]);
    expect(await kindsOf({ q: "old" })).toEqual([]);
  });

  test("looks at a window at a time, and finds each match once over its pages", async () => {
    await saveAll();
    await addRows(SAVED_SEARCH_WINDOW);
    await collection("bookmarks").updateOne(
      { target: new Types.ObjectId(idOf(SAVED_SEARCH_WINDOW)) },
      { $set: { note: "yields", words: ["yields"] } },
    );
    await save(viewer, { kind: "comment", id: ids.comment }, "yields too");
    const pages: string[][] = [];
    let after: Cursor | null = null;
    do {
      const page: Awaited<ReturnType<typeof browse>> = await browse({
        q: "yields",
        limit: 1,
        after,
      });
      pages.push(page.items.map(({ id }) => id));
      after = page.next === null ? null : decodeCursor(page.next);
    } while (after);
    expect(pages.filter(({ length }) => length)).toEqual([
      [ids.comment],
      [ids.article],
      [idOf(SAVED_SEARCH_WINDOW)],
    ]);
  });
});
