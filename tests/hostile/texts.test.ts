/** Texts that software often loses, cuts, glues or misreads: in every field, and wherever these are shown. */
import { parse as parseCsv } from "csv-parse/sync";
import { parseFragment } from "parse5";
import { beforeAll, expect, test } from "vitest";
import { MAX_STATEMENT_LENGTH, MAX_TITLE_LENGTH } from "~/domain/field-limits";
import { searchQuery } from "~/schemas/search";
import type { ArticleResponse, CommentResponse, ReviewResponse } from "~/schemas/responses";
import { search } from "~/services/search/search.server";
import { makeExport } from "../setup/exports";
import { nastyTexts, plainTexts } from "../setup/corpora";
import { addSignedIn, type SignedIn } from "../setup/people";
import { PlainBrowser, textOf, valuesOf, type PlainPage } from "../setup/plain-browser";
import { useSite, useSiteDatabase } from "../setup/site";
import { textsOf } from "../setup/xml";

const site = useSite();
useSiteDatabase(site);

const line = (texts: readonly string[]) => texts.join(" / ");
/** As many texts as fit share a title, so that fewer pages are needed. */
const groups: string[][] = [[]];
for (const text of nastyTexts) {
  const last = groups.at(-1)!;
  if (line([...last, text]).length > MAX_TITLE_LENGTH) groups.push([text]);
  else last.push(text);
}
const lines = (texts: readonly string[]) => texts.join("\n");
const paragraphs = (texts: readonly string[]) => texts.join("\n\n");

/** Few enough that the feed of a person has all of their articles and reviews. */
const GROUPS_PER_PERSON = 10;
/** Few enough that a statement has all of their texts. */
const GROUPS_PER_STATEMENT = 5;

interface Writing {
  texts: readonly string[];
  article: ArticleResponse;
  review: ReviewResponse;
  comment: CommentResponse;
}
interface Author extends SignedIn {
  writings: Writing[];
}

let authors: Author[];
let reader: SignedIn;
const visitor = {};
let writings: Writing[];

/** Calls the API: without a body a GET. */
async function call<Answer>(path: string, { token }: SignedIn, body?: object): Promise<Answer> {
  const response = await fetch(site().origin + path, {
    method: body ? "POST" : "GET",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: body && JSON.stringify(body),
  });
  const answer = (await response.json()) as Answer;
  expect(response.ok, `${path}: ${JSON.stringify(answer)}`).toBe(true);
  return answer;
}

/** Writes the same texts into the fields of an article, a review and a comment: every other time by form. */
async function write(person: SignedIn, texts: readonly string[], number: number): Promise<Writing> {
  const url = `https://example.org/texts/${number}`;
  const article = { title: line(texts), summary: line(texts), content: paragraphs(texts), url };
  const comment = { content: lines(texts) };
  const review = { title: line(texts), author: line(texts), review: lines(texts), url };
  if (number % 2) {
    const posted = await call<ArticleResponse>("/api/articles/create", person, article);
    return {
      texts,
      article: posted,
      comment: await call(`/api/articles/${posted.id}/comments`, person, comment),
      review: await call("/api/reviews", person, { ...review, category: "rates", rating: 4 }),
    };
  }
  const newest = async <Item>(kind: string) =>
    (await call<Item[]>(`/api/people/${person.viewer.name}/${kind}?limit=1`, person))[0]!;
  await (await open("/community", person)).press("Post Article", article);
  const posted = await newest<ArticleResponse>("articles");
  await (await open(`/article/${posted.id}`, person)).press("Post Comment", comment);
  await (await open("/bonds?review=new", person)).press("Submit Review", review);
  return {
    texts,
    article: posted,
    comment: (await call<CommentResponse[]>(`/api/articles/${posted.id}/comments`, person))[0]!,
    review: await newest("reviews"),
  };
}

beforeAll(async () => {
  reader = await addSignedIn();
  authors = [];
  for (let first = 0; first < groups.length; first += GROUPS_PER_PERSON) {
    const author: Author = { ...(await addSignedIn()), writings: [] };
    for (const [i, texts] of groups.slice(first, first + GROUPS_PER_PERSON).entries()) {
      author.writings.push(await write(author, texts, first + i));
    }
    authors.push(author);
  }
  writings = authors.flatMap((author) => author.writings);
});

/** Opens a page that must be there and be correct HTML. */
async function open(path: string, { cookie }: { cookie?: string } = reader): Promise<PlainPage> {
  const page = await new PlainBrowser(site().origin, cookie).open(path);
  // Pages may show noncharacters: browsers do, and only XML cannot contain them.
  const mistakes = page.mistakes.filter((code) => code !== "noncharacter-in-input-stream");
  expect({ path, status: page.status, mistakes }).toEqual({ path, status: 200, mistakes: [] });
  return page;
}

/** Expects that some element of a page has each text as its whole text. */
function expectTexts({ url, texts }: PlainPage, expected: readonly string[]): void {
  expect(
    expected.filter((text) => !texts.has(text)),
    url.pathname,
  ).toEqual([]);
}

/** Those of the texts that Markdown shows as they are. */
const plain = (texts: readonly string[]) => texts.filter((text) => plainTexts.includes(text));

test("there are 200 texts", () => {
  expect(nastyTexts.length).toBeGreaterThanOrEqual(200);
});

test("calls return what was typed", async () => {
  for (const { texts, article, review, comment } of writings) {
    expect(await call(`/api/articles/${article.id}`, reader)).toMatchObject({
      title: line(texts),
      summary: line(texts),
      content: paragraphs(texts),
    });
    expect(review).toMatchObject({ title: line(texts), author: line(texts), review: lines(texts) });
    expect(comment).toMatchObject({ content: lines(texts) });
  }
});

test("the page of an article has its texts and comments", async () => {
  for (const { texts, article } of writings) {
    const page = await open(`/article/${article.id}`, visitor);
    expectTexts(page, [line(texts), lines(texts), ...plain(texts)]);
    const structured = page.elements.filter(({ attrs }) =>
      attrs.some(({ value }) => value === "application/ld+json"),
    );
    const data: unknown = JSON.parse(textOf(structured[0]!));
    expect(JSON.stringify(data)).toContain(JSON.stringify(line(texts)).slice(1, -1));
  }
});

test("a list of articles and a list of reviews have what was typed", async () => {
  const listed = await Promise.all([open("/community"), open("/bonds")]);
  const [articles, reviews] = listed as [PlainPage, PlainPage];
  const last = writings.slice(-6);
  expectTexts(
    articles,
    last.map(({ texts }) => line(texts)),
  );
  expectTexts(
    reviews,
    last.map(({ texts }) => lines(texts)),
  );
});

test("feeds have what was typed", async () => {
  for (const { viewer, writings } of authors) {
    const read = async (format: string) =>
      (await fetch(`${site().origin}/people/${viewer.name}/feed.${format}`)).text();
    const { items } = JSON.parse(await read("json")) as {
      items: { title: string; content_html: string }[];
    };
    const [rss, atom] = [await read("rss"), await read("atom")];
    for (const { texts } of writings) {
      const title = line(texts);
      const inFeeds = title.replace("\ufffe", "");
      expect(items.map((item) => item.title)).toContain(inFeeds);
      for (const feed of [rss, atom]) {
        expect(textsOf(feed, "title").map((shown) => shown.trim())).toContain(inFeeds);
      }
      const contents = items.map(({ content_html }) => textOf(parseFragment(content_html)));
      for (const text of plain(texts).filter((text) => !text.includes("\ufffe"))) {
        expect(contents.filter((content) => content.includes(text)).length, text).toBe(2);
      }
    }
  }
});

test("each text can be found: by lists, and by the search if it has words", async () => {
  for (const [i, { texts, article, review }] of writings.entries()) {
    const [kind, id] = i % 2 ? ["articles", article.id] : ["reviews", review.id];
    for (const text of texts) {
      const q = encodeURIComponent(text);
      const listed = await call<{ id: string }[]>(`/api/${kind}?q=${q}`, reader);
      expect(
        listed.map((item) => item.id),
        text,
      ).toContain(id);
      const { words, results } = await search(searchQuery.parse({ q: text }));
      if (words.length) expect(JSON.stringify(results), text).toContain(article.id);
    }
    const text = texts[i % texts.length]!;
    const page = await open(`/search?q=${encodeURIComponent(text)}`);
    expect(page.part("main").field("q").value).toBe(text);
  }
});

/** The text of an element without what screen readers are told, and without the elements of one name. */
function textWithout(element: PlainPage["elements"][number], name: string): string {
  const isLeftOut = (child: PlainPage["elements"][number]) =>
    child.tagName === name || child.attrs.some(({ value }) => value === "sr-only");
  const parts = element.childNodes.map((child) => {
    if (!("tagName" in child)) return "value" in child ? child.value : "";
    return isLeftOut(child) ? "" : textWithout(child, name);
  });
  return parts.join("");
}

test("an edit shows what was typed: in its form, in the earlier version and in the comparison", async () => {
  for (const { viewer, cookie, token, writings } of authors) {
    const author = { viewer, cookie, token } as SignedIn;
    for (const [i, { article, texts }] of writings.entries()) {
      // An edit of an article that somebody has upvoted leaves a trace at once.
      await call(`/api/articles/${article.id}/upvote`, reader, {});
      const page = await open(`/article/${article.id}/edit`, author);
      const forms = page.all("form").map(({ elements }) => valuesOf(elements));
      const former = { title: line(texts), content: paragraphs(texts) };
      expect(forms).toContainEqual(expect.objectContaining(former));
      const other = writings[(i + 1) % writings.length]!.texts;
      const changed = { title: line(other), content: paragraphs(other) };
      await page.press("Save changes", changed);
      expect(await call(`/api/articles/${article.id}/revisions/1`, reader)).toMatchObject(former);
      const changes = await open(`/article/${article.id}/changes`);
      const compared = changes.elements.filter(({ tagName }) => tagName === "dd");
      const before = compared.map((element) => textWithout(element, "ins"));
      const after = compared.map((element) => textWithout(element, "del"));
      expect(before).toEqual(expect.arrayContaining(Object.values(former)));
      expect(after).toEqual(expect.arrayContaining(Object.values(changed)));
    }
  }
});

test("a draft has what was typed", async () => {
  const author = await addSignedIn();
  const fields = {
    title: line(nastyTexts),
    summary: lines(nastyTexts),
    content: paragraphs(nastyTexts),
  };
  await (await open("/community", author)).press("Save draft", fields);
  const [saved] = await call<{ id: string }[]>("/api/drafts?limit=1", author);
  expect(await call(`/api/drafts/${saved!.id}`, author)).toMatchObject({ fields });
  const opened = await open(`/community?draft=${saved!.id}`, author);
  const forms = opened.all("form").map(({ elements }) => valuesOf(elements));
  expect(forms).toContainEqual(expect.objectContaining(fields));
});

test("a profile and an application for membership have what was typed", async () => {
  const member = await addSignedIn({ isMember: true });
  for (let from = 0; from < groups.length; from += GROUPS_PER_STATEMENT) {
    const author = await addSignedIn();
    const texts = groups.slice(from, from + GROUPS_PER_STATEMENT);
    const profile = { about: line(texts[0]!.slice(0, 3)), disclosure: line(texts[1]!.slice(0, 3)) };
    await (await open("/settings", author)).press("Save the profile", profile);
    expectTexts(await open(`/people/${author.viewer.name}`), Object.values(profile));
    const statement = lines(texts.flat()).slice(0, MAX_STATEMENT_LENGTH).trim();
    await (await open("/partner", author)).press("Send Application", { statement });
    expectTexts(await open("/partner", member), [statement]);
  }
});

test("an export has what was typed", async () => {
  for (const author of authors) {
    const { data, files } = await makeExport(author);
    for (const { texts } of author.writings) {
      // The articles have been edited: each text now stands in the next one, and in an earlier version.
      expect(data.articles).toContainEqual(
        expect.objectContaining({ title: line(texts), content: paragraphs(texts) }),
      );
      expect(data.reviews).toContainEqual(
        expect.objectContaining({ title: line(texts), author: line(texts), review: lines(texts) }),
      );
      expect(data.comments).toContainEqual(expect.objectContaining({ content: lines(texts) }));
      const markdown = [...files].filter(([name]) => name.startsWith("articles/"));
      expect(
        markdown.some(([, text]) => text.includes(paragraphs(texts))),
        texts[0],
      ).toBe(true);
    }
    const table = parseCsv(files.get("reviews.csv")!, { bom: true, columns: true });
    // A spreadsheet takes the apostrophe away that keeps it from computing a text.
    const reviews = (table as { review: string }[]).map(({ review }) =>
      review.replace(/^'(?=[=+\-@])/, ""),
    );
    expect(reviews.sort()).toEqual(author.writings.map(({ texts }) => lines(texts)).sort());
  }
});
