import { beforeEach, expect, test } from "vitest";
import type { Article } from "~/models/article.server";
import { call, nextPath } from "../../setup/api";
import { useDatabase } from "../../setup/database";
import { addArticle, addSignedIn, type SignedIn } from "../../setup/people";

useDatabase();

let mara: SignedIn;
let articles: Article[];

beforeEach(async () => {
  mara = await addSignedIn({ name: "Mara" });
  articles = [await addArticle({ title: "One" }), await addArticle({ title: "Two" })];
});

const save = (id: string, options: object = {}) =>
  call(`/api/saved/article/${id}`, { method: "PUT", token: mara.token, ...options });

test("an article is saved without a body, noted on, listed, searched for and removed", async () => {
  const [one, two] = articles as [Article, Article];
  const saved = await save(one.id);
  expect(saved.status).toBe(200);
  expect(await saved.json()).toMatchObject({
    ...{ kind: "article", id: one.id, title: "One", author: one.reviewer, note: null },
    ...{ isRemoved: false, path: `/article/${one.id}`, createdAt: one.createdAt.toISOString() },
  });
  expect(await (await save(one.id, { body: { note: " Later \n" } })).json()).toMatchObject({
    note: "Later",
  });
  await save(two.id, { body: {} });
  const get = async (path: string) => {
    const response = await call(path, { token: mara.token });
    const list = (await response.json()) as { id: string }[];
    return { ids: list.map(({ id }) => id), next: nextPath(response), response };
  };
  const first = await get("/api/saved?limit=1");
  expect(first.response.headers.get("Cache-Control")).toContain("no-store");
  expect(first.ids).toEqual([two.id]);
  expect((await get(first.next!)).ids).toEqual([one.id]);
  expect((await get("/api/saved?q=later&kind=article")).ids).toEqual([one.id]);
  expect((await get("/api/saved?kind=review")).ids).toEqual([]);
  const removed = await save(one.id, { method: "DELETE" });
  expect([removed.status, await removed.json()]).toEqual([200, { done: true }]);
  expect((await get("/api/saved")).ids).toEqual([two.id]);
});

test.each([
  ["a note that is too long", { body: { note: "a".repeat(2001) } }, 400],
  ["a note that is no text", { body: { note: 1 } }, 400],
  ["a body that is not JSON", { text: "{" }, 400],
  ["a form", { text: "note=a", headers: { "Content-Type": "text/plain" } }, 415],
  ["no token", { token: undefined }, 401],
])("with %s, saving is refused", async (_, options, status) => {
  expect((await save(articles[0]!.id, options)).status).toBe(status);
});

test.each(["article/6790a1f2c3d4e5f60718293a", "article/x", "person/x"])(
  "%s cannot be saved",
  async (path) => {
    const response = await call(`/api/saved/${path}`, { method: "PUT", token: mara.token });
    expect(response.status).toBe(404);
  },
);
