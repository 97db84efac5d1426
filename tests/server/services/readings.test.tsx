/** What is new since one was here: in discussions and over lists. */
import mongoose, { Types } from "mongoose";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Discussion } from "~/components/comments/discussion";
import { MAX_READINGS } from "~/domain/reading";
import type { Viewer } from "~/domain/viewer";
import { addFollowing } from "~/models/following.server";
import type { Article } from "~/models/article.server";
import { loader as readDiscussion } from "~/routes/article/discussion";
import * as community from "~/routes/community/route";
import * as category from "~/routes/category.$slug/route";
import * as following from "~/routes/following/route";
import * as hub from "~/routes/hubs/reviews";
import { commentOnArticle } from "~/services/articles/comments.server";
import { addReview } from "~/services/articles/reviews.server";
import { storeCollectedReadings } from "~/services/readings/readings.server";
import { removeOwnComment } from "~/services/articles/edit-comment.server";
import { collection, useDatabase } from "../../setup/database";
import { addArticle, addSignedIn, addUser, someReview, type SignedIn } from "../../setup/people";
import { load, render, wordsOf, type Asked } from "../../setup/routes";

useDatabase();

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
let reader: SignedIn;
let mara: Viewer;
let article: Article;

beforeEach(async () => {
  // A Tuesday.
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-10T12:00:00Z") });
  reader = await addSignedIn({ name: "Reader" });
  mara = await addUser({ name: "Mara" });
  article = await addArticle({ author: mara, category: "governance" });
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);

/** Opens a page, and waits until that is stored. */
async function open<Loader extends (args: never) => unknown>(
  loader: Loader,
  path: string,
  asked: Asked = {},
) {
  const data = await load(loader as never, path, { cookie: reader.cookie, ...asked });
  await storeCollectedReadings();
  return data as Awaited<ReturnType<Loader>>;
}

const openDiscussion = (search = "", asked: Asked = {}) =>
  open(readDiscussion, `/article/${article.id}${search}`, { params: { id: article.id }, ...asked });
const comment = async (by: Viewer, content: string) =>
  (await commentOnArticle(by, article.id, { content })).id;

describe("in a discussion", () => {
  test("what others have added since the last visit is marked until the end of the sitting", async () => {
    await comment(mara, "One");
    expect((await openDiscussion()).own, "the first time").toMatchObject({ visit: null, news: [] });
    pass(MINUTE);
    const first = await comment(mara, "Two");
    const second = await comment(mara, "Three");
    await comment(reader.viewer, "My own");
    const removed = await comment(mara, "To be removed");
    await removeOwnComment(mara, removed);
    pass(2 * DAY);
    const expected = {
      news: [first, second],
      visit: { count: 2, isMore: false, firstId: first, since: "Tuesday", on: "on Tuesday" },
    };
    expect((await openDiscussion()).own).toMatchObject(expected);
    pass(29 * MINUTE);
    expect((await openDiscussion()).own, "reloaded").toMatchObject(expected);
    const third = await comment(mara, "Four");
    pass(29 * MINUTE);
    expect((await openDiscussion()).own, "reloaded").toMatchObject({
      news: [first, second, third],
    });
    pass(31 * MINUTE);
    expect((await openDiscussion()).own, "back").toMatchObject({ visit: null, news: [] });
  });

  test("a later page is of the same sitting, however long the first was read", async () => {
    await openDiscussion();
    pass(DAY);
    const id = await comment(mara, "One");
    await openDiscussion();
    pass(45 * MINUTE);
    const next = `?after=${"0".repeat(24)}.0`;
    expect((await openDiscussion(next)).own?.news).toEqual([id]);
    expect((await openDiscussion()).own?.news, "which does not begin another").toEqual([]);
  });

  test.each([
    ["a visitor", { cookie: "" }],
    ["HEAD", { method: "HEAD" }],
    ["a prefetch", { headers: { "Sec-Purpose": "prefetch" } }],
  ])("%s leaves no trace", async (_, asked) => {
    const { own } = await openDiscussion("", asked);
    if ("cookie" in asked) expect(own).toBeNull();
    expect(await collection("readings").countDocuments()).toBe(0);
  });

  test("the page does not depend on it", async () => {
    const { Reading } = mongoose.models;
    for (const method of ["findOne", "bulkWrite"] as const) {
      const failing = vi.spyOn(Reading!, method).mockImplementation(() => {
        throw new Error("broken");
      });
      expect((await openDiscussion()).own).toMatchObject({ visit: null, news: [] });
      failing.mockRestore();
    }
  });

  test("parallel visits of one person end a sitting once", async () => {
    await openDiscussion();
    pass(DAY);
    const id = await comment(mara, "One");
    await Promise.all(Array.from({ length: 5 }, () => openDiscussion()));
    pass(MINUTE);
    expect((await openDiscussion()).own?.news).toEqual([id]);
  });
});

describe("over a list", () => {
  const addSome = async (count: number, fields: object = {}) => {
    for (let i = 0; i < count; i += 1) {
      pass(MINUTE);
      await addArticle({ author: mara, title: `New ${i}`, category: "governance", ...fields });
    }
  };
  const shownAt = async (path: string) => {
    const { viewer } = reader;
    return wordsOf(render(community.default, await open(community.loader, path), { path, viewer }));
  };

  test("what is new is counted, and a line shows where one was, on whatever page it is", async () => {
    await shownAt("/community");
    pass(2 * DAY);
    await addSome(3);
    pass(MINUTE);
    await addArticle({ author: reader.viewer, title: "My own" });
    const words = await shownAt("/community");
    expect(words).toContain("3 new since Tuesday");
    expect(words).toMatch(/My own.*New 0.*You were here on Tuesday.*Title/);
    expect(await shownAt("/community?sort=hot")).not.toContain("You were here");
    await addSome(12);
    const first = (await open(community.loader, "/community")) as never as {
      data: { visit: { count: number; lineBefore: string | null }; next: string };
    };
    const page = (first.data ?? first) as never as (typeof first)["data"];
    expect(page.visit).toMatchObject({ count: 15, lineBefore: null });
    expect(await shownAt(`/community?after=${page.next}`)).toMatch(
      /15 new since Tuesday.*You were here on Tuesday/,
    );
  });

  test("each category is a list of its own, at both of its addresses", async () => {
    const params = { slug: "governance" };
    const openCategory = () => open(category.loader, "/category/governance", { params });
    const visitOf = (page: unknown) => ((page as { data?: unknown }).data ?? page) as never;
    await openCategory();
    pass(DAY);
    await addSome(1);
    await addSome(1, { category: "markets" });
    const path = "/community?category=governance";
    expect(visitOf(await open(community.loader, path))).toMatchObject({ visit: { count: 1 } });
    expect(visitOf(await openCategory())).toMatchObject({ visit: { count: 1 } });
    expect(visitOf(await open(community.loader, "/community"))).toMatchObject({ visit: null });
  });

  test("reviews of a hub are counted, and hundreds are not counted one by one", async () => {
    const shown = async () => {
      const data = await open(hub.loader, "/bonds");
      return wordsOf(render(hub.default, data, { path: "/bonds", viewer: reader.viewer }));
    };
    await addReview(mara, someReview({ title: "Old one", category: "rates" }));
    await shown();
    pass(DAY);
    await addReview(mara, someReview({ title: "New one", category: "rates" }));
    expect(await shown()).toMatch(
      /1 new since yesterday.*New one.*You were here yesterday.*Old one/,
    );
    const template = (await collection("reviews").findOne({ title: "New one" }))!;
    await collection("reviews").insertMany(
      Array.from({ length: 120 }, (_, i) => ({
        ...template,
        _id: new Types.ObjectId(),
        workKey: `work ${i}`,
      })),
    );
    expect(await shown()).toContain("at least 99 + new since yesterday");
  });
});

test("over what one follows, what is new is counted and divided from what was there", async () => {
  const shown = async () => {
    const data = await open(following.loader, "/following");
    return wordsOf(render(following.default, data, { path: "/following", viewer: reader.viewer }));
  };
  await addFollowing(reader.viewer.id, "person", mara.id);
  expect(await shown()).not.toContain("new since");
  pass(2 * DAY);
  await comment(mara, "A new comment");
  expect(await shown()).toMatch(
    /1 new since Tuesday.*A new comment.*You were here on Tuesday.*Summary/,
  );
  for (let i = 0; i < 30; i += 1) await comment(mara, `Comment ${i}`);
  expect(await shown()).toContain("at least 25 + new since Tuesday");
  const { next } = await open(following.loader, "/following");
  const second = await open(following.loader, `/following?after=${next}`);
  expect(second.visit).toMatchObject({ count: 0, lineBefore: article.id });
});

test("of each person the latest readings are kept", async () => {
  const { id } = reader.viewer;
  await collection("readings").insertMany(
    Array.from({ length: MAX_READINGS + 3 }, (_, i) => ({
      user: new Types.ObjectId(id),
      place: `article ${i}`,
      latestAt: new Date(Date.now() - (i + 1) * MINUTE),
    })),
  );
  await openDiscussion();
  const kept = await collection("readings")
    .find({}, { projection: { place: 1 } })
    .toArray();
  expect(kept).toHaveLength(MAX_READINGS);
  const places = kept.map(({ place }) => place as string);
  expect(places).toContain(`article ${article.id}`);
  expect(places).not.toContain(`article ${MAX_READINGS - 1}`);
});

test("a discussion says what is new in words, and leads to the first of it", async () => {
  await openDiscussion();
  pass(DAY);
  const id = await comment(mara, "Something new");
  const { own, ...discussion } = await openDiscussion();
  const path = `/article/${article.id}`;
  const page = { discussion, own, path, subjectId: article.id, author: "Ida", heading: "Comments" };
  const markup = render(() => <Discussion {...page} />, null, { path, viewer: reader.viewer });
  expect(wordsOf(markup)).toMatch(/Comments .*1 new since yesterday.*Mara New .*Something new/);
  expect(markup).toContain(`href="${path}?comment=${id}#comment-${id}"`);
});
