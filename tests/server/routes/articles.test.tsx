import mongoose from "mongoose";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { loader as discussion, meta } from "~/routes/article/discussion";
import { loader as article } from "~/routes/article/layout";
import { loader as comments } from "~/routes/article.$id.comments";
import Category, { loader as category } from "~/routes/category.$slug/route";
import Community, { loader as community } from "~/routes/community/route";
import { readArticle } from "~/services/articles/articles.server";
import { commentOnArticle } from "~/services/articles/comments.server";
import { countCollectedViews } from "~/services/articles/view-batch.server";
import { onWarning } from "~/services/warnings.server";
import { collection, useDatabase } from "../../setup/database";
import { addArticle, addSignedIn, addUser, upvoteArticle } from "../../setup/people";
import { argsFor, ask, load, render } from "../../setup/routes";

useDatabase();

const logged: string[] = [];
const log = pino({ level: "error" }, { write: (line) => void logged.push(line) });
beforeEach(() => {
  logged.length = 0;
});
afterEach(() => {
  vi.restoreAllMocks();
});

const gone = new Error("the database went away");
const { prototype } = mongoose.mongo.Collection;

describe("an article", () => {
  const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
  const open = (id: string, headers: Record<string, string> = {}) =>
    load(article, `/article/${id}`, {
      params: { id },
      headers: { "User-Agent": BROWSER, ...headers },
      log,
    });

  test.each([
    ["counts a browser without Sec-Fetch headers", {}, 1],
    [
      "counts a reader who follows a link on another site",
      { "Sec-Fetch-Dest": "document", "Sec-Fetch-Site": "cross-site" },
      1,
    ],
    [
      "counts a reader who follows a link on this site",
      { "Sec-Fetch-Dest": "empty", "Sec-Fetch-Site": "same-origin" },
      1,
    ],
    [
      "does not count a search engine",
      { "User-Agent": "Mozilla/5.0 (compatible; Googlebot/2.1)" },
      0,
    ],
    ["does not count a program", { "User-Agent": "curl/8.5.0" }, 0],
    ["does not count a browser that prefetches", { "Sec-Purpose": "prefetch" }, 0],
    ["does not count a browser that prerenders", { "Sec-Purpose": "prefetch;prerender" }, 0],
    ["does not count a browser that shows a preview", { Purpose: "preview" }, 0],
    ["does not count an older browser that prefetches", { "X-Moz": "prefetch" }, 0],
    ["does not count an image in another page", { "Sec-Fetch-Dest": "image" }, 0],
    [
      "does not count a frame in another page",
      { "Sec-Fetch-Dest": "iframe", "Sec-Fetch-Site": "cross-site" },
      0,
    ],
    [
      "does not count a script of another site",
      { "Sec-Fetch-Dest": "empty", "Sec-Fetch-Site": "cross-site" },
      0,
    ],
  ])("%s", async (_how, headers, views) => {
    const { id } = await addArticle();
    await open(id, headers);
    await open(id, headers);
    await countCollectedViews();
    expect((await readArticle(id)).views).toBe(views);
    expect(await collection("views").countDocuments()).toBe(views);
  });

  test("loads even when views cannot be counted", async () => {
    const { id } = await addArticle();
    const warnings: unknown[] = [];
    const stop = onWarning((warning) => warnings.push(warning));
    vi.spyOn(prototype, "bulkWrite").mockRejectedValue(gone);
    vi.spyOn(prototype, "insertMany").mockRejectedValue(gone);
    expect((await open(id)).article).toMatchObject({ id, views: 0 });
    await countCollectedViews();
    stop();
    expect(warnings).toEqual([{ message: "views could not be counted", error: gone }]);
  });

  test("loads even when the related articles cannot be read", async () => {
    const { id } = await addArticle();
    await addArticle();
    expect((await open(id)).related).toHaveLength(1);
    failToList("articles");
    expect(await open(id)).toMatchObject({ article: { id }, related: [] });
    expect(logged).toEqual([expect.stringContaining("the related articles could not be read")]);
  });
});

test("the head of an article has no placeholder as its image, and no removed comment", async () => {
  const { id } = await addArticle({ category: "macro" });
  for (const content of ["One.", "Two."]) await commentOnArticle(await addUser(), id, { content });
  const asked = { params: { id }, log };
  const { article: shown } = await load(article, `/article/${id}`, asked);
  const {
    comments: [one, two],
  } = await load(discussion, `/article/${id}`, asked);
  const headWith = (imageUrl: string) => {
    const comments = [{ ...one, removedAt: new Date().toISOString() }, two];
    const layout = { id: "routes/article/layout", data: { article: { ...shown, imageUrl } } };
    return JSON.stringify(meta({ data: { comments }, matches: [layout] } as never));
  };
  const head = headWith(shown.imageUrl);
  expect(shown.imageUrl).toBe("/images/category/macro.svg");
  expect(head).not.toContain(shown.imageUrl);
  expect(head).toContain(`"content":"/images/article/${id}.png"`);
  expect(head).toContain('"text":"Two."');
  expect(head).not.toContain('"text":"One."');
  const picture = "https://example.org/picture.png";
  expect(headWith(picture)).toContain(`{"property":"og:image","content":"${picture}"}`);
});

/** Makes lists of a collection fail. Single documents are still found. */
function failToList(name: string) {
  const { find } = prototype;
  vi.spyOn(prototype, "find").mockImplementation(function (this: typeof prototype, ...asked) {
    if (this.collectionName === name && "category" in (asked[0] ?? {})) throw gone;
    return find.apply(this, asked as never);
  });
}

test.each(["category=%00", "sort=%00&after=%00", "q=%00", "comments=%00"])(
  "the list of articles ignores an invalid query, ?%s",
  async (query) => {
    const { id } = await addArticle();
    const data = await load(community, `/community?${query}`);
    expect(data).toMatchObject({ articles: [{ id }], sort: "new" });
  },
);

describe("a page without articles", () => {
  const none = "No articles yet. Be the first to submit one!";
  const noneOfCategory =
    "No articles found in this category yet. Check back later for new content!";
  const noneHere = "There are no articles on this page.";
  const past = "after=000000000000000000000000.0";

  test.each([
    ["/community", none],
    ["/community?sort=top", none],
    ["/community?category=governance", noneOfCategory],
    [`/community?category=governance&${past}`, noneHere],
    [`/community?${past}`, noneHere],
    ["/category/governance", noneOfCategory],
    [`/category/governance?${past}`, noneHere],
  ])("%s says: %s", async (path, sentence) => {
    const html = path.startsWith("/community")
      ? render(Community, await load(community, path), { path })
      : render(Category, await load(category, path, { params: { slug: "governance" } }), { path });
    for (const each of [none, noneOfCategory, noneHere]) {
      expect(html.includes(each), each).toBe(each === sentence);
    }
    const back = path.replace(`&${past}`, "").replace(`?${past}`, "");
    expect(/href="([^"]*)"[^>]*>\s*Show the first page/.exec(html)?.[1]).toBe(
      sentence === noneHere ? back : undefined,
    );
  });
});

describe.each(["/community", "/category/crypto"])("the cards of %s", (path) => {
  const cards = async (search = "", cookie?: string) => {
    const asked = { params: { slug: "crypto" }, cookie };
    const answer =
      path === "/community"
        ? await ask(community, path + search, asked)
        : await ask(category, path + search, asked);
    expect(answer.status).toBe(200);
    return answer.data.articles;
  };

  test("show what the viewer has upvoted", async () => {
    const { viewer, cookie } = await addSignedIn();
    const { id } = await addArticle({ category: "crypto" });
    const { id: other } = await addArticle({ category: "crypto" });
    await upvoteArticle(viewer, id);
    const shown = await cards("", cookie);
    expect(shown).toMatchObject([{ id: other }, { id, hasUpvoted: true }]);
    // An article that the viewer has not upvoted and whose comments are closed has neither field.
    expect(shown![0]).not.toHaveProperty("hasUpvoted");
    expect(shown![0]).not.toHaveProperty("open");
  });

  test("show the comments of one of them, which counts as a view", async () => {
    const { id } = await addArticle({ category: "crypto" });
    await commentOnArticle(await addUser(), id, { content: "Look." });
    expect(await cards(`?comments=${id}`)).toMatchObject([
      { id, open: { comments: [{ segments: ["Look."] }], hasMore: false, views: 1 } },
    ]);
  });

  test("load even when that view cannot be counted", async () => {
    const { id } = await addArticle({ category: "crypto" });
    vi.spyOn(prototype, "insertMany").mockRejectedValue(gone);
    vi.spyOn(prototype, "updateOne").mockRejectedValue(gone);
    expect(await cards(`?comments=${id}`)).toMatchObject([{ id, open: { views: null } }]);
  });

  test("count no view of an article that is not among them", async () => {
    const { id } = await addArticle({ category: "crypto" });
    const past = `?after=000000000000000000000000.0&comments=${id}`;
    expect(await cards(past)).toEqual([]);
    expect((await readArticle(id)).views).toBe(0);
  });
});

test("a card says whether its comments are open", async () => {
  const { id } = await addArticle();
  for (const [path, isOpen, verb] of [
    ["/community?view=cards", "false", "Show"],
    [`/community?comments=${id}`, "true", "Hide"],
  ] as const) {
    const html = render(Community, await load(community, path), { path });
    const link = new RegExp(`<a [^>]*aria-expanded="${isOpen}"[^>]*>${verb} Comments`);
    expect(html).toMatch(link);
  }
});

test("a card's comments can be loaded separately, and are a 404 for an unknown article", async () => {
  const { id } = await addArticle();
  const args = argsFor(`/article/${id}/comments`, { params: { id } });
  expect(await (await comments(args)).json()).toEqual({
    comments: [],
    upvoted: [],
    hasMore: false,
    views: 1,
  });
  const missing = await ask(comments, "/article/1/comments", { params: { id: "1" } });
  expect(missing.status).toBe(404);
});
