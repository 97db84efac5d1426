/** Replacing the keys of links and titles that an earlier version has stored. */
import mongoose from "mongoose";
import { afterEach, expect, test, vi } from "vitest";
import { addRemovedArticle } from "~/models/removed-article.server";
import { postArticle } from "~/services/articles/articles.server";
import { rekey as rekeyAtPace } from "~/services/articles/rekey.server";
import { editArticle } from "~/services/editing/articles.server";
import { editReview } from "~/services/editing/reviews.server";
import { recount } from "~/services/jobs/recount.server";
import { addReview } from "~/services/reviews/reviews.server";
import { useDatabase } from "../../setup/database";
import { addArticle, addUser, someReview } from "../../setup/people";

useDatabase();
afterEach(() => {
  vi.restoreAllMocks();
});

const rows = (name: string) =>
  mongoose.connection.collection(name).find().sort({ createdAt: 1, _id: 1 }).toArray();
const keys = async (name: string, field: string) => (await rows(name)).map((row) => row[field]);
const rekey = () => rekeyAtPace({ recheckDelayMs: 0 });

/** Stores articles with the keys that an earlier version gave them. */
async function addOld(links: readonly (readonly [url: string, urlKey: string])[]) {
  const ids: string[] = [];
  for (const [url, urlKey] of links) ids.push((await addArticle({ url, urlKey })).id);
  return ids;
}

test("articles get the present keys of their links", async () => {
  await addOld([
    ["https://snapshot.org/#/a", "snapshot.org"],
    ["https://m.example.org/a", "m.example.org/a"],
    ["https://example.org/1//x", "example.org/1/x"],
    ["https://example.org/right", "example.org/right"],
  ]);
  expect(await rekey()).toEqual({ replaced: 3, taken: [] });
  const present = ["snapshot.org#/a", "example.org/a", "example.org/1//x", "example.org/right"];
  expect(await keys("articles", "urlKey")).toEqual(present);
  expect(await rekey()).toEqual({ replaced: 0, taken: [] });
});

test("of several articles with one link the oldest gets its key, and the others stay as they are", async () => {
  const [, second, third] = await addOld([
    ["https://youtu.be/abc", "youtu.be/abc"],
    ["https://www.youtube.com/watch?v=abc&t=1", "youtube.com/watch?t=1&v=abc"],
    ["https://m.youtube.com/watch?v=abc", "m.youtube.com/watch?v=abc"],
  ]);
  expect(await rekey()).toEqual({ replaced: 1, taken: [second, third] });
  expect(await keys("articles", "urlKey")).toEqual([
    "youtube.com/watch?v=abc",
    "youtube.com/watch?t=1&v=abc",
    "m.youtube.com/watch?v=abc",
  ]);
});

test("a key is given to an article although a later one had it", async () => {
  await addOld([
    ["https://m.example.org/1/x", "m.example.org/1/x"],
    ["https://example.org/1//x", "example.org/1/x"],
  ]);
  expect(await rekey()).toEqual({ replaced: 2, taken: [] });
  expect(await keys("articles", "urlKey")).toEqual(["example.org/1/x", "example.org/1//x"]);
});

test("an article that keeps a former key can be edited, and its link posted meanwhile", async () => {
  const author = await addUser();
  const url = "https://m.example.org/a";
  const { id } = await addArticle({ author, url, urlKey: "m.example.org/a" });
  await mongoose.connection.collection("articles").updateOne({}, { $set: { upvotes: 2 } });
  const input = { title: "Other", summary: "Other", category: "general", content: "" };
  await postArticle(await addUser(), { ...input, url: "https://example.org/a" });
  expect(await rekey()).toEqual({ replaced: 0, taken: [id] });
  expect(await editArticle(author, id, { title: "New" })).toMatchObject({ title: "New", url });
});

test("a removed article is found by the present key of its link", async () => {
  const author = await addUser();
  const fields = { category: "general", createdAt: new Date(), removedAt: new Date(), views: 7 };
  const old = ["m.example.org/a", "snapshot.org/", "sha256 0123"];
  for (const [i, urlKey] of old.entries()) {
    const id = `${i}`.padStart(24, "0");
    await addRemovedArticle({ ...fields, id, authorId: author.id, urlKey, version: 1 });
  }
  await rekey();
  expect(await keys("removed-articles", "urlKey")).toEqual([
    ...["example.org/a", "snapshot.org", "sha256 0123"],
  ]);
  const input = { title: "Again", summary: "Again", category: "general", content: "" };
  expect(await postArticle(author, { ...input, url: "https://example.org/a/" })).toMatchObject({
    id: "0".repeat(24),
    views: 7,
  });
});

test("reviews move to the present works with their ratings", async () => {
  const [mara, ida] = [await addUser(), await addUser()];
  const add = async (title: string, rating: number, viewer = mara, url?: string) =>
    addReview(viewer, someReview({ title, rating, url, category: "literature" }));
  await add("It's Life", 5);
  await add("It’s Life", 3, ida);
  await add("A", 1, mara, "https://snapshot.org/#/a");
  await add("B", 2, ida, "https://snapshot.org/#/b");
  const present = [await rows("reviews"), await recounted()];

  // As an earlier version stored them.
  const reviews = mongoose.connection.collection("reviews");
  await reviews.updateOne({ title: "It’s Life" }, { $set: { workKey: "it’s life\nanna berg" } });
  await reviews.updateMany(
    { author: "Anna Berg", url: /snapshot/ },
    { $set: { workKey: "snapshot.org" } },
  );
  await mongoose.connection.collection("works").deleteMany({});
  await recount({ recheckDelayMs: 0 });
  expect(await recounted()).toMatchObject([
    ["it's life\nanna berg", 5, 1],
    ["it’s life\nanna berg", 3, 1],
    ["snapshot.org", 3, 2],
  ]);

  expect(await rekey()).toEqual({ replaced: 3, taken: [] });
  expect(withoutVersions(await rows("reviews"))).toEqual(withoutVersions(present[0]!));
  expect(await recounted()).toEqual(present[1]);
  expect(await recount({ recheckDelayMs: 0 })).toMatchObject({ corrected: 0 });
});

/** The works that have reviews, with the sum and number of ratings. */
const recounted = async () =>
  (await mongoose.connection.collection<{ _id: string }>("works").find().sort({ _id: 1 }).toArray())
    .map(({ _id, sum, count }: Record<string, unknown>) => [_id, sum, count])
    .filter(([, , count]) => count !== 0);
const withoutVersions = (found: unknown[]) =>
  found.map((row) => ({ ...(row as object), scoreVersion: 0 }));

test("of one's two reviews of what is now one work the older gets its key, and both can be edited", async () => {
  const mara = await addUser();
  const book = { category: "literature", url: undefined };
  await addReview(mara, someReview({ ...book, title: "It's Life" }));
  const second = await addReview(mara, someReview({ ...book, title: "Other" }));
  const reviews = mongoose.connection.collection("reviews");
  const workKey = "it’s life\nanna berg";
  await reviews.updateOne({ title: "Other" }, { $set: { title: "It’s Life", workKey } });
  expect(await rekey()).toEqual({ replaced: 0, taken: [second.id] });
  expect(await editReview(mara, second.id, { rating: 1 })).toMatchObject({ rating: 1 });
  expect(await keys("reviews", "workKey")).toEqual(["it's life\nanna berg", workKey]);
});

test("an article that is edited at the same moment keeps what its author wrote", async () => {
  const author = await addUser();
  const { id } = await addArticle({ author, url: "https://m.example.org/a", urlKey: "old" });
  const { collection } = mongoose.model("Article");
  const write = collection.updateOne.bind(collection);
  vi.spyOn(collection, "updateOne").mockImplementationOnce(async (...given) => {
    await editArticle(author, id, { url: "https://m.example.org/b" });
    return write(...given);
  });
  await rekey();
  expect(await rows("articles")).toMatchObject([
    { url: "https://m.example.org/b", urlKey: "example.org/b" },
  ]);
});

test("it can be aborted between batches", async () => {
  await addOld([["https://m.example.org/a", "old"]]);
  await expect(rekeyAtPace({ signal: AbortSignal.abort() })).rejects.toThrow();
});
