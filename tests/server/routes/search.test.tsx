import { pino } from "pino";
import { afterEach, expect, test, vi } from "vitest";
import { MAX_QUERY_LENGTH, RESULTS_PER_PAGE } from "~/domain/search";
import SearchPage, { loader } from "~/routes/search/route";
import { commentOnArticle } from "~/services/articles/comments.server";
import { useDatabase } from "../../setup/database";
import { addArticle, addUser } from "../../setup/people";
import { ask, render } from "../../setup/routes";

useDatabase();
afterEach(() => {
  vi.restoreAllMocks();
});

const errors: unknown[] = [];
const log = pino({ level: "error" }, { write: (line) => void errors.push(line) });

async function open(search: string) {
  const path = `/search${search}`;
  const { data, status } = await ask(loader, path, { log });
  return { ...data, status, html: render(SearchPage, data, { path }) };
}

test.each([
  ["", ""],
  ["?q=%00needle%00", "\0needle\0"],
  ["?q=%E0%A4%A", "\ufffd%A"],
  ["?q=%F0%9F%91%8D", "👍"],
  ["?q=%3F%21%2E%24%7B%7D", "?!.${}"],
  ["?q=a&q=needle", "needle"],
  ["?q[]=needle&q[$ne]=x", ""],
  ["?q=$where&kind=users", "$where"],
  ["?q=needle&kind=articles&kind=comments", "needle"],
  ["?q=needle&after=titles.", "needle"],
  [`?q=needle&after=texts.${"0".repeat(24)}.8640000000000001`, "needle"],
  [`?q=needle&after=texts.${"f".repeat(24)}.-8640000000000000`, "needle"],
  [`?q=needle&after=titles.${"0".repeat(24)}.1e-7`, "needle"],
  [`?q=thread&kind=comments&after=titles.${"0".repeat(24)}.1`, "thread"],
  [`?q=${"needle ".repeat(2_000)}`, "needle ".repeat(2_000).slice(0, MAX_QUERY_LENGTH).trim()],
  [`?q=${"x".repeat(9_000)}`, "x".repeat(MAX_QUERY_LENGTH)],
  [`?q=${"x".repeat(MAX_QUERY_LENGTH - 1)}👍👍`, `${"x".repeat(MAX_QUERY_LENGTH - 1)}👍`],
])("an unusual address (case %#) is read as a search", async (search, q) => {
  const author = await addUser();
  const { id } = await addArticle({ author, title: "Needle" });
  await commentOnArticle(author, id, { content: "Thread" });
  const loaded = await open(search);
  expect(loaded.status).toBe(200);
  expect(loaded.q).toBe(q);
  expect(loaded.searchResults?.results.length).toBeLessThanOrEqual(1);
  expect(loaded.html).toContain("Search");
  expect(errors).toEqual([]);
});

test("links to the next page, and back to the first", async () => {
  const author = await addUser();
  for (let i = 0; i <= RESULTS_PER_PAGE; i += 1) await addArticle({ author, title: "Needle" });
  const { html: first } = await open("?q=needle");
  expect(first).toContain(`${RESULTS_PER_PAGE + 1} articles`);
  expect(first).not.toContain("First page");
  const link = /<a [^>]*rel="next"[^>]*>/.exec(first)?.[0] ?? "";
  const next = /href="\/search([^"]*)"/.exec(link)?.[1] ?? "";
  expect(next).toContain("kind=articles");
  const { html: second } = await open(next);
  expect(second.match(/<article/g)).toHaveLength(1);
  expect(second).toContain('href="/search?q=needle&kind=articles"');
  expect(second).toContain("First page");
});

test("searches again for the kind that is shown", async () => {
  const field = '<input type="hidden" name="kind" value="reviews"/>';
  expect((await open("?q=needle&kind=reviews")).html).toContain(field);
  expect((await open("?q=needle")).html).not.toContain('name="kind"');
});

test("escapes markup in results", async () => {
  await addArticle({ title: '<script>alert("needle")</script>', summary: "<b>needle</b>" });
  const { html } = await open("?q=needle");
  expect(html).not.toContain("<script>alert");
  expect(html).toContain("&lt;b&gt;<mark>needle</mark>&lt;/b&gt;");
});

test("explains an empty result, and links to other kinds with results", async () => {
  await addArticle({ title: "Needle" });
  expect((await open("?q=needle&kind=reviews")).html).toMatch(
    /No reviews contain this word.*1 article</s,
  );
  expect((await open("?q=needle+thread")).html).toContain(
    'Nothing contains all of these words: <span class="wrap-anywhere">“<span dir="auto">needle</span>”, “',
  );
  expect((await open("?q=%21%21")).html).toContain("There is no searchable word in");
  const many = Array.from({ length: 11 }, (_, i) => `word${i}`).join("+");
  expect((await open(`?q=${many}`)).html).toContain("Only the first 10 words were used");
});
