import { describe, expect, test } from "vitest";
import { categories } from "~/domain/categories";
import { topics } from "~/domain/topics";
import { useDatabase } from "../../setup/database";
import { call, nextPath } from "../../setup/api";
import { addArticle, addSignedIn, addUser, someReview } from "../../setup/people";

useDatabase();

describe("GET /api/research-hubs", () => {
  test("returns the six hubs in the specification's order, even when they are empty", async () => {
    const response = await call("/api/research-hubs");
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual(
      topics.map(({ title, description, slug }) => ({
        title,
        description,
        papers: 0,
        contributors: 0,
        slug,
      })),
    );
  });

  test("counts at once what is posted through the API", async () => {
    const [mara, ida] = [await addSignedIn(), await addSignedIn()];
    for (const { token } of [mara, ida])
      await call("/api/reviews", { token, body: someReview({ category: "tech" }) });
    await call("/api/articles/create", {
      token: mara.token,
      body: { title: "A", summary: "B", url: "https://example.org/1", category: "stocks" },
    });
    const hubs: { slug: string }[] = await (await call("/api/research-hubs")).json();
    expect(hubs.find(({ slug }) => slug === "stocks")).toMatchObject({
      papers: 3,
      contributors: 2,
    });
    expect(hubs.map(({ slug }) => slug)).toEqual(topics.map(({ slug }) => slug));
  });
});

describe("GET /api/categories/{slug}", () => {
  test.each(categories)("$slug", async ({ slug, name, description }) => {
    const response = await call(`/api/categories/${slug}`);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ name, description, slug });
  });
});

const missing = ["nothing", "Stocks", "all", "rates", "__proto__", "constructor", "%00", "%20"];
test.each(missing)("the unknown category %s and its articles are a 404", async (slug) => {
  for (const path of [`/api/categories/${slug}`, `/api/categories/${slug}/articles`]) {
    const response = await call(path);
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ error: "Category not found" });
  }
});

describe("GET /api/categories/{slug}/articles", () => {
  test("returns an array of complete articles of the category, newest first", async () => {
    const first = await addArticle({
      category: "crypto",
      createdAt: new Date("2026-01-01"),
      content: "# Text",
    });
    const second = await addArticle({ category: "crypto", createdAt: new Date("2026-01-02") });
    await addArticle({ category: "stocks" });
    const response = await call("/api/categories/crypto/articles");
    expect(response.status).toBe(200);
    expect(response.headers.get("Link")).toBeNull();
    const expected = await Promise.all(
      [second, first].map(async ({ id }) => (await call(`/api/articles/${id}`)).json()),
    );
    const list = await response.json();
    expect(list).toEqual(expected);
    expect(list[1]).toMatchObject({
      content: "# Text",
      category: { name: "Crypto", slug: "crypto" },
    });
    expect(await (await call("/api/categories/macro/articles")).json()).toEqual([]);
  });

  test("lists every article once over its pages", async () => {
    const author = await addUser();
    const made = await Promise.all(
      Array.from({ length: 9 }, () =>
        addArticle({ author, category: "bonds", createdAt: new Date(0) }),
      ),
    );
    await addArticle({ author, category: "macro" });
    const read: string[] = [];
    let path: string | null = "/api/categories/bonds/articles?limit=4";
    while (path) {
      const response: Response = await call(path);
      for (const { id } of await response.json()) read.push(id);
      path = nextPath(response);
    }
    expect(read).toHaveLength(9);
    expect(new Set(read)).toEqual(new Set(made.map(({ id }) => id)));
  });

  test("returns a 400 that names the field for an invalid parameter", async () => {
    for (const [query, field] of [
      ["limit=0", "limit"],
      ["limit=x", "limit"],
      ["cursor=x", "cursor"],
    ]) {
      const response = await call(`/api/categories/bonds/articles?${query}`);
      expect(response.status).toBe(400);
      expect(Object.keys((await response.json()).fieldErrors)).toEqual([field]);
    }
  });
});
