/** The pages of articles: what they load, which views they count, and what they show when a read fails. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet } from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import mongoose from "mongoose";
import { pino } from "pino";
import type { ComponentType } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ToastProvider } from "~/components/ui/toast";
import { site } from "~/config/site";
import { loader as article } from "~/routes/article/layout";
import { loader as comments } from "~/routes/article.$id.comments";
import Category, { loader as category } from "~/routes/category.$slug/route";
import Community, { loader as community } from "~/routes/community/route";
import { readArticle, upvoteArticle } from "~/services/articles/articles.server";
import { commentOnArticle } from "~/services/articles/comments.server";
import { countCollectedViews } from "~/services/articles/view-batch.server";
import { onWarning } from "~/services/warnings.server";
import { expectConsoleError } from "../../setup/console";
import { useDatabase } from "../../setup/database";
import { addArticle, addSignedIn, addUser } from "../../setup/people";

useDatabase();

const logged: string[] = [];
const log = pino({ level: "error" }, { write: (line) => void logged.push(line) });
beforeEach(() => {
  logged.length = 0;
});
afterEach(() => {
  vi.restoreAllMocks();
});

const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** Runs the loader of a page with the headers of a browser. */
async function load<Data>(
  loader: (args: LoaderFunctionArgs) => Promise<Data>,
  path: string,
  {
    params = {},
    cookie = "",
    headers: given = {},
  }: { params?: Record<string, string>; cookie?: string; headers?: Record<string, string> } = {},
): Promise<Data> {
  const headers = { "User-Agent": BROWSER, Cookie: cookie, ...given };
  const request = new Request(`https://site.example${path}`, { headers });
  return loader({ request, params, context: { log, clientAddress: "192.0.2.1" } as never });
}

type DataOf<Answer> = Answer extends { data: infer Data; init: unknown } ? Data : Answer;

/** The data of a loader's answer, with or without headers of its own. */
const dataOf = <Answer,>(answer: Answer) =>
  (answer instanceof Object && "init" in answer && "data" in answer
    ? answer.data
    : answer) as DataOf<Answer>;

const gone = new Error("the database went away");
const { prototype } = mongoose.mongo.Collection;

describe("an article", () => {
  const open = (id: string, headers?: Record<string, string>) =>
    load(article, `/article/${id}`, { params: { id }, headers });

  test.each([
    ["in a browser without Sec-Fetch headers", {}],
    [
      "after following a link on another site",
      { "Sec-Fetch-Dest": "document", "Sec-Fetch-Site": "cross-site" },
    ],
    [
      "after following a link on this site",
      { "Sec-Fetch-Dest": "empty", "Sec-Fetch-Site": "same-origin" },
    ],
  ])("counts a reader once, %s", async (_how, headers) => {
    const { id } = await addArticle();
    await open(id, headers);
    await open(id, headers);
    await countCollectedViews();
    expect((await readArticle(id)).views).toBe(1);
  });

  test.each([
    ["a search engine", { "User-Agent": "Mozilla/5.0 (compatible; Googlebot/2.1)" }],
    ["a program", { "User-Agent": "curl/8.5.0" }],
    ["a browser that prefetches", { "Sec-Purpose": "prefetch" }],
    ["a browser that prerenders", { "Sec-Purpose": "prefetch;prerender" }],
    ["a browser that shows a preview", { Purpose: "preview" }],
    ["an older browser that prefetches", { "X-Moz": "prefetch" }],
    ["an image in another page", { "Sec-Fetch-Dest": "image" }],
    ["a frame in another page", { "Sec-Fetch-Dest": "iframe", "Sec-Fetch-Site": "cross-site" }],
    ["a script of another site", { "Sec-Fetch-Dest": "empty", "Sec-Fetch-Site": "cross-site" }],
  ])("does not count %s", async (_who, headers) => {
    const { id } = await addArticle();
    await open(id, headers);
    await countCollectedViews();
    expect((await readArticle(id)).views).toBe(0);
    expect(await mongoose.connection.collection("views").countDocuments()).toBe(0);
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
    const { data } = await load(community, `/community?${query}`);
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
    const [loader, Page] = path.startsWith("/community")
      ? [community, Community]
      : [category, Category];
    const answer = await load<unknown>(loader, path, { params: { slug: "governance" } });
    const html = pageOf(Page, path, dataOf(answer));
    for (const each of [none, noneOfCategory, noneHere]) {
      expect(html.includes(each), each).toBe(each === sentence);
    }
    const back = path.replace(`&${past}`, "").replace(`?${past}`, "");
    expect(/href="([^"]*)"[^>]*>\s*Show the first page/.exec(html)?.[1]).toBe(
      sentence === noneHere ? back : undefined,
    );
  });
});

/** Renders a page as the server does. */
function pageOf(Page: ComponentType, path: string, page: unknown): string {
  const root = { site, viewer: null, toast: null };
  const Root = () => (
    <ToastProvider>
      <Outlet />
    </ToastProvider>
  );
  const Stub = createRemixStub([
    {
      id: "root",
      path: "/",
      Component: Root,
      children: [
        { id: "page", path: new URL(path, "https://site.example").pathname, Component: Page },
      ],
    },
  ]);
  expectConsoleError(/useLayoutEffect does nothing on the server/);
  const hydrationData = { loaderData: { root, page } };
  return renderToString(<Stub initialEntries={[path]} hydrationData={hydrationData} />);
}

describe.each([
  ["/community", (search: string, cookie?: string) => load(community, search, { cookie })],
  [
    "/category/crypto",
    (search: string, cookie?: string) =>
      load(category, search, { params: { slug: "crypto" }, cookie }),
  ],
])("the cards of %s", (path, read) => {
  const cards = async (search = "", cookie?: string) => {
    const answer = await read(path + search, cookie);
    if ("init" in answer && answer.init?.status) throw new Error(`a ${answer.init.status}`);
    return dataOf(answer).articles;
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

test("a card's comments can be loaded separately, and are a 404 for an unknown article", async () => {
  const { id } = await addArticle();
  const answer = await load(comments, `/article/${id}/comments`, { params: { id } });
  expect(await answer.json()).toEqual({ comments: [], hasMore: false, views: 1 });
  const missing = load(comments, "/article/1/comments", { params: { id: "1" } });
  await expect(missing).rejects.toMatchObject({ status: 404 });
});
