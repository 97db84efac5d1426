import { DomUtils, parseDocument } from "htmlparser2";
import { beforeAll, describe, expect, test } from "vitest";
import { apiTagPath, apiTags } from "~/config/api-tags";
import { hubPaths } from "~/config/hubs";
import { findTopic, topics } from "~/domain/topics";
import { addReview } from "~/services/articles/reviews.server";
import { pagePatterns } from "../../setup/build";
import { addArticle, addUser, someReview } from "../../setup/people";
import { generateOn } from "../../setup/recommendations";
import { clearSiteCaches, useSite, useSiteDatabase } from "../../setup/site";

const ORIGIN = "https://community.example";
const site = useSite({
  SITE_NAME: "Testament",
  APP_ORIGIN: ORIGIN,
  CONTACT_EMAIL: "editors@community.example",
});
useSiteDatabase(site);

/** For routes with a parameter, the page whose first link to the route is followed. */
const listPages: Record<string, string> = {
  "/article/:id": "/community",
  "/momentum/:id": "/momentum",
  "/sentiment/:id": "/sentiment",
  ...Object.fromEntries(topics.map(({ slug }) => [`/${slug}/reviews/:review`, `/${slug}`])),
};
const aliases = new Set([
  "/research-hub",
  ...hubPaths.map((path) => `/${path}`).filter((path) => !findTopic(path.slice(1))),
]);
const otherPaths: Record<string, string[]> = {
  "/dashboard": ["/dashboard?test=true"],
  "/category/:slug": ["general", "crypto", "governance", "markets"].map(
    (slug) => `/category/${slug}`,
  ),
  "/api-docs/:tag": apiTags.map(({ name }) => apiTagPath(name)),
};
/** Pages that need a link from a mail, a session, an edited text or a decision, and the one for unknown addresses. */
const UNREAD =
  /^\/(\*|dev|reset|prove-email|change-email|restore-email|unsubscribe|settings|people\/|login\/code|welcome|drafts|notices|following|saved|community\/new|admin|flags?|invitations|moderation(?!\/log$))|\/(edit|changes\/:version\?)$/;

/** The paths of all pages, with one example for each route with a parameter. */
async function pagePaths(): Promise<string[]> {
  const patterns = pagePatterns().filter(
    (pattern) => !aliases.has(pattern) && !UNREAD.test(pattern),
  );
  const paths = await Promise.all(
    patterns.map(async (pattern) => {
      const list = listPages[pattern];
      if (list) return [await firstLink(list, pattern.replace(/:\w+$/, ""))];
      return otherPaths[pattern] ?? [pattern];
    }),
  );
  return paths.flat();
}

interface Head {
  path: string;
  status: number;
  title: string;
  titles: number;
  h1: number;
  header: string;
  meta: Map<string, string>;
  links: Map<string, Record<string, string>[]>;
  data: Record<string, unknown>[];
}

async function headOf(path: string): Promise<Head> {
  const response = await fetch(site().origin + path);
  const document = parseDocument(await response.text());
  const all = (name: string) => DomUtils.getElementsByTagName(name, document);
  const links = new Map<string, Record<string, string>[]>();
  for (const { attribs } of all("link")) {
    links.set(attribs.rel ?? "", [...(links.get(attribs.rel ?? "") ?? []), attribs]);
  }
  const titles = DomUtils.getElementsByTagName("title", all("head")[0]?.children ?? []);
  return {
    path,
    status: response.status,
    title: DomUtils.textContent(titles),
    titles: titles.length,
    h1: all("h1").length,
    header: DomUtils.textContent(all("header").slice(0, 1)),
    meta: new Map(
      all("meta").map(({ attribs }) => [
        attribs.name ?? attribs.property ?? "",
        attribs.content ?? "",
      ]),
    ),
    links,
    data: all("script")
      .filter(({ attribs }) => attribs.type === "application/ld+json")
      .map((script) => JSON.parse(DomUtils.textContent(script)) as Record<string, unknown>),
  };
}

async function firstLink(page: string, start: string): Promise<string> {
  const html = await (await fetch(site().origin + page)).text();
  const [, path] = new RegExp(`href="(${start}[\\da-f]{24})"`).exec(html) ?? [];
  if (!path) throw new Error(`${page} has no link to ${start}`);
  return path;
}

const heads: Head[] = [];
const head = (path: string) => heads.find((candidate) => candidate.path === path)!;

/** An article, a recommendation of each engine, and a review in each hub. */
beforeAll(async () => {
  const author = await addUser({ isMember: true });
  await addArticle({ author, summary: "What an article says, in a sentence of its own." });
  for (const { slug, reviewCategories } of topics) {
    const review = `What a review in ${slug} says, in a sentence of its own.`;
    await addReview(author, someReview({ review, category: reviewCategories[0]!.slug }));
  }
  await generateOn(site().origin);
  await clearSiteCaches();
});

beforeAll(async () => {
  for (const path of await pagePaths()) heads.push(await headOf(path));
});

const pathname = (path: string) => path.replace(/\?.*$/, "");
/** The paths of all pages that do not meet a condition, so that a failure names every one of them. */
const wrong = (isRight: (page: Head) => boolean) =>
  heads.filter((page) => !isRight(page)).map(({ path }) => path);

describe("every page", () => {
  test("returns 200", () => {
    expect(heads.length).toBeGreaterThan(25);
    expect(wrong(({ status }) => status === 200)).toEqual([]);
  });

  test("has one first-level heading, and the site's name in its one title and in its header", () => {
    expect(wrong(({ titles, h1 }) => titles === 1 && h1 === 1)).toEqual([]);
    expect(wrong(({ title }) => /Testament/.test(title))).toEqual([]);
    expect(wrong(({ header }) => header.includes("Testament"))).toEqual([]);
  });

  test("has a title and a description that no other page has, in a sentence or two", () => {
    const descriptionOf = ({ meta }: Head) => meta.get("description") ?? "";
    for (const of of [({ title }: Head) => title, descriptionOf]) {
      const texts = heads.map(of);
      expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
    }
    const isShort = (page: Head) => /^[^]{30,200}$/.test(descriptionOf(page));
    expect(wrong(isShort)).toEqual([]);
  });

  test("has one canonical address", () => {
    expect(
      wrong(({ path, links, meta }) => {
        const canonical = links.get("canonical") ?? [];
        if (meta.has("robots") && canonical.length === 0) return true;
        const address = ORIGIN + pathname(path);
        return (
          canonical.length === 1 && canonical[0]?.href === address && meta.get("og:url") === address
        );
      }),
    ).toEqual([]);
  });

  test("has Open Graph and Twitter metadata for link previews", () => {
    expect(
      wrong(({ title, meta }) => {
        const image = meta.get("og:image") ?? "";
        return (
          title.includes(meta.get("og:title") ?? "nothing") &&
          meta.get("twitter:title") === meta.get("og:title") &&
          meta.get("og:description") === meta.get("description") &&
          meta.get("og:site_name") === "Testament" &&
          ["website", "article"].includes(meta.get("og:type") ?? "") &&
          meta.get("twitter:card") === "summary_large_image" &&
          image.startsWith("https://") &&
          meta.get("twitter:image") === image &&
          Boolean(meta.get("og:image:alt"))
        );
      }),
    ).toEqual([]);
  });

  test("may be indexed by search engines, except for these", () => {
    const hidden = heads.filter(({ meta }) => meta.has("robots")).map(({ path }) => path);
    expect(hidden.sort()).toEqual([
      "/dashboard?test=true",
      "/forgot",
      "/login",
      "/search",
      "/signup",
      "/stay-tuned",
    ]);
  });
});

test("a page with several addresses has one canonical address", async () => {
  for (const [path, canonical] of [
    ...hubPaths.map((path) => [
      `/${path}`,
      `/${path.replace("category/", "").replace("assetallocation", "asset-allocation")}`,
    ]),
    ["/research-hub", "/research"],
    ["/community?sort=top", "/community"],
    ["/macro?category=housing", "/macro"],
  ]) {
    const { links } = await headOf(path!);
    expect(links.get("canonical"), path).toMatchObject([{ href: ORIGIN + canonical }]);
  }
});

test("a missing page is not indexed, and has no canonical address", async () => {
  for (const path of ["/nowhere", "/article/000000000000000000000000", "/category/nothing"]) {
    const { status, meta, links, title } = await headOf(path);
    expect(status).toBe(404);
    expect(meta.get("robots")).toBe("noindex");
    expect(links.has("canonical")).toBe(false);
    expect(title).toMatch(/not found · Testament$/i);
  }
});

describe("the structured data", () => {
  const types = ({ data }: Head) =>
    data.flatMap((one) =>
      ((one["@graph"] as Record<string, unknown>[] | undefined) ?? [one]).map(
        (thing) => thing["@type"],
      ),
    );

  test("of the front page names the organisation", () => {
    expect(types(head("/"))).toEqual(["Organization", "WebSite"]);
    expect(JSON.stringify(head("/").data)).toContain('"name":"Testament"');
  });

  test("of an article is a posting, in which markup is escaped", async () => {
    const title = "</script><script>alert(1)</script>";
    const { id } = await addArticle({ title, author: await addUser({ name: "Mallory" }) });
    const page = await headOf(`/article/${id}`);
    expect(types(page)).toEqual(["DiscussionForumPosting", "BreadcrumbList"]);
    const [posting] = page.data[0]?.["@graph"] as Record<string, unknown>[];
    expect(posting).toMatchObject({
      headline: title,
      url: `${ORIGIN}/article/${id}`,
      author: { name: "Mallory" },
      commentCount: 0,
    });
    expect(page.meta.get("og:type")).toBe("article");
    expect(page.meta.get("article:published_time")).toMatch(/^\d{4}-\d\d-\d\dT/);
  });
});

test("the manifest has the site's name, and icons that exist", async () => {
  const response = await fetch(`${site().origin}/manifest.webmanifest`);
  expect(response.headers.get("Content-Type")).toMatch(/^application\/manifest\+json/);
  const manifest = (await response.json()) as {
    name: string;
    icons: { src: string; type: string; sizes: string; purpose?: string }[];
  };
  expect(manifest).toMatchObject({ name: "Testament", start_url: "/" });
  expect(manifest.icons.some(({ purpose }) => purpose === "maskable")).toBe(true);
  const card = { src: "/social-card.png", type: "image/png", sizes: "1200x630" };
  for (const { src, type, sizes } of [...manifest.icons, card]) {
    const icon = await fetch(site().origin + src);
    expect([icon.status, icon.headers.get("Content-Type")]).toEqual([200, type]);
    const bytes = Buffer.from(await icon.arrayBuffer());
    if (type === "image/png") {
      expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes);
    }
  }
  expect((await fetch(`${site().origin}/favicon.ico`)).status).toBe(200);
});

test.each(["/privacy", "/terms"])(
  "%s has the date of its last change and the contact address",
  async (path) => {
    const html = await (await fetch(site().origin + path)).text();
    expect(html).toMatch(/Last changed on [A-Z][a-z]+ \d{1,2}, \d{4}/);
    expect(html).toContain('href="mailto:editors@community.example"');
    expect(html).not.toMatch(/\{(product|contact)\}/);
  },
);
