import { expect, test } from "vitest";
import { categories } from "~/domain/categories";
import { topics } from "~/domain/topics";
import { useDatabase } from "../../setup/database";
import { call } from "../../setup/api";
import { addArticle } from "../../setup/people";

useDatabase();

test("the hubs are in the specification's order, with their counts", async () => {
  await addArticle({ category: "stocks" });
  const response = await call("/api/research-hubs");
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual(
    topics.map(({ title, description, slug }) => ({
      ...{ title, description, slug },
      papers: expect.any(Number),
      contributors: expect.any(Number),
    })),
  );
});

test("a category has its name and description", async () => {
  for (const { slug, name, description } of categories) {
    const response = await call(`/api/categories/${slug}`);
    expect(await response.json()).toEqual({ name, description, slug });
  }
});

const missing = ["nothing", "Stocks", "all", "rates", "__proto__", "constructor", "%00", "%20"];
test.each(missing)("the unknown category %s and its articles are a 404", async (slug) => {
  for (const path of [`/api/categories/${slug}`, `/api/categories/${slug}/articles`]) {
    const response = await call(path);
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ error: "Category not found" });
  }
});

test("the articles of a category are complete, newest first", async () => {
  const first = await addArticle({ category: "crypto", createdAt: new Date("2026-01-01") });
  const second = await addArticle({ category: "crypto", createdAt: new Date("2026-01-02") });
  await addArticle({ category: "stocks" });
  const response = await call("/api/categories/crypto/articles");
  expect(response.headers.get("Link")).toBeNull();
  const whole = [second, first].map(async ({ id }) => (await call(`/api/articles/${id}`)).json());
  expect(await response.json()).toEqual(await Promise.all(whole));
});
