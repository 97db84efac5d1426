import { beforeEach, describe, expect, test } from "vitest";
import { decodeCursor } from "~/domain/cursor";
import { articleSorts } from "~/domain/ranking";
import {
  importArticles,
  listArticles,
  searchArticles,
  type ArticleList,
  type ImportedArticle,
} from "~/models/article.server";
import { SEARCH_WINDOW } from "~/models/pagination.server";
import { useDatabase } from "../../setup/database";

useDatabase();

const idOf = (number: number) => number.toString(16).padStart(24, "0");
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));

/** An article whose fields depend only on its number, except for those given. */
const work = (number: number, fields: Partial<ImportedArticle> = {}): ImportedArticle => ({
  id: idOf(number),
  title: `Title ${number}`,
  summary: "A summary",
  url: `https://example.org/${number}`,
  urlKey: `example.org/${number}`,
  category: "general",
  content: "# Text",
  authorId: idOf(1),
  reviewer: "Mara",
  createdAt: at(number),
  views: 0,
  upvotes: 0,
  commentCount: 0,
  commentsByOthers: 0,
  ...fields,
});

const numbers = (items: readonly { id: string }[]) =>
  items.map(({ id }) => Number.parseInt(id, 16));

/** Reads all pages of a list, each as the numbers of its articles. */
async function pages(list: Omit<ArticleList, "after" | "before">): Promise<number[][]> {
  const read: number[][] = [];
  for (let cursor: string | null = null; ;) {
    const page = await listArticles({ ...list, after: cursor ? decodeCursor(cursor) : null });
    read.push(numbers(page.items));
    cursor = page.next;
    if (!cursor) return read;
  }
}

describe("the orders", () => {
  beforeEach(() =>
    importArticles([
      work(1, { createdAt: at(10), upvotes: 0 }),
      work(2, { createdAt: at(20), upvotes: 5, category: "stocks" }),
      work(3, { createdAt: at(30), upvotes: 9, category: "stocks" }),
      // 36 hours older than the third, for which ten times the support makes up.
      work(4, { createdAt: at(30 - 36 * 60), upvotes: 99 }),
      work(5, { createdAt: at(30 - 36 * 60), upvotes: 100, category: "stocks" }),
      work(6, { createdAt: at(40), upvotes: 0, category: "bonds" }),
    ]),
  );

  test("new: the newest first, ties by the greater id", async () => {
    const { items } = await listArticles({ sort: "new", limit: 10 });
    expect(numbers(items)).toEqual([6, 3, 2, 1, 5, 4]);
  });

  test("top: the most upvotes first, at any age", async () => {
    const { items } = await listArticles({ sort: "top", limit: 10 });
    expect(numbers(items)).toEqual([5, 4, 3, 2, 6, 1]);
  });

  test("hot: ten times the support outweighs a day and a half", async () => {
    // Ranks relative to the time of article 4: 5 log10 101 = 2.0043; 3 and 4 log10 100 = 2, the greater id
    // first; 2 log10 6 - 10 minutes = 1.7735; 6 ten minutes more = 1.0046; 1 20 minutes less = 0.9907.
    const { items } = await listArticles({ sort: "hot", limit: 10 });
    expect(numbers(items)).toEqual([5, 4, 3, 2, 6, 1]);
  });

  test("of a category, in each order", async () => {
    const inOrder = async (sort: ArticleList["sort"]) =>
      numbers((await listArticles({ sort, category: "stocks", limit: 10 })).items);
    expect(await inOrder("new")).toEqual([3, 2, 5]);
    expect(await inOrder("top")).toEqual([5, 3, 2]);
    expect(await inOrder("hot")).toEqual([5, 3, 2]);
  });

  test("of an empty category: one empty page", async () => {
    const page = await listArticles({ sort: "new", category: "macro", limit: 10 });
    expect(page).toEqual({ items: [], next: null, previous: null });
  });
});

test("a list has no contents unless they are requested", async () => {
  await importArticles([work(1)]);
  const [without] = (await listArticles({ sort: "new", limit: 1 })).items;
  expect(without).not.toHaveProperty("content");
  const [whole] = (await listArticles({ sort: "new", limit: 1, withContent: true })).items;
  expect(whole).toEqual({
    id: idOf(1),
    title: "Title 1",
    summary: "A summary",
    url: "https://example.org/1",
    imageUrl: null,
    category: "general",
    content: "# Text",
    authorId: idOf(1),
    reviewer: "Mara",
    createdAt: at(1),
    version: 1,
    editedAt: null,
    repostedAt: null,
    views: 0,
    upvotes: 0,
    commentCount: 0,
  });
});

describe.each(articleSorts)("pages in the order %s", (sort) => {
  // Seven of the eleven articles tie in every order, so that pages end within a tie.
  const tied = { createdAt: at(50), upvotes: 3 };
  beforeEach(() =>
    importArticles([
      work(1, { createdAt: at(10), upvotes: 0 }),
      work(2, { createdAt: at(20), upvotes: 1 }),
      ...[3, 4, 5, 6, 7, 8, 9].map((number) => work(number, tied)),
      work(10, { createdAt: at(60), upvotes: 8 }),
      work(11, { createdAt: at(70), upvotes: 9 }),
    ]),
  );
  const all = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1];

  test.each([1, 2, 3, 4, 10, 11, 12])("of %d have every article once, in order", async (limit) => {
    const read = await pages({ sort, limit });
    expect(read.flat()).toEqual(all);
    expect(read).toHaveLength(Math.ceil(11 / limit));
    expect(read.slice(0, -1).every((page) => page.length === limit)).toBe(true);
  });

  test("can be read back from the end to the beginning", async () => {
    const first = await listArticles({ sort, limit: 4 });
    const second = await listArticles({ sort, limit: 4, after: decodeCursor(first.next ?? "") });
    const third = await listArticles({ sort, limit: 4, after: decodeCursor(second.next ?? "") });
    expect([first, second, third].map(({ items }) => numbers(items))).toEqual([
      [11, 10, 9, 8],
      [7, 6, 5, 4],
      [3, 2, 1],
    ]);
    expect([first.previous, third.next]).toEqual([null, null]);

    const back = await listArticles({ sort, limit: 4, before: decodeCursor(third.previous ?? "") });
    expect(back.items).toEqual(second.items);
    const start = await listArticles({ sort, limit: 4, before: decodeCursor(back.previous ?? "") });
    expect(start.items).toEqual(first.items);
    expect(start.previous).toBeNull();

    const again = await listArticles({ sort, limit: 4, after: decodeCursor(start.next ?? "") });
    expect(again.items).toEqual(second.items);
  });

  test("omit and repeat nothing when articles are added meanwhile", async () => {
    const first = await listArticles({ sort, limit: 5 });
    await importArticles([
      work(20, { createdAt: at(80), upvotes: 20 }), // before all articles read so far
      work(21, { ...tied }), // within the tie, before the end of the page
    ]);
    const read = numbers(first.items);
    for (let cursor = first.next; cursor;) {
      const page = await listArticles({ sort, limit: 5, after: decodeCursor(cursor) });
      read.push(...numbers(page.items));
      cursor = page.next;
    }
    expect(read).toEqual(all);
  });

  test("continue after an article that no longer exists", async () => {
    const gone = { id: idOf(1000), value: Number.MAX_SAFE_INTEGER };
    const page = await listArticles({ sort, limit: 20, after: { ...gone, value: 8.64e15 } });
    expect(numbers(page.items)).toEqual(all);
    const past = await listArticles({ sort, limit: 20, after: { ...gone, value: -8.64e15 } });
    expect(past).toEqual({ items: [], next: null, previous: null });
  });
});

test("pages do not overlap when the sort value has many digits", async () => {
  // Ranks such as 13636.301029995664, which a cursor must not round.
  const many = Array.from({ length: 60 }, (_, i) =>
    work(i + 1, { createdAt: new Date(Date.UTC(2026, 0, 1) + i * 7), upvotes: 1 }),
  );
  await importArticles(many);
  const read = await pages({ sort: "hot", limit: 7 });
  expect(read.flat()).toEqual(numbers(many).reverse());
});

describe("a search", () => {
  const search = (text: string, list: Partial<ArticleList> = {}) =>
    searchArticles(text, { sort: "new", limit: 100, ...list });

  test("finds a text in title, summary, reviewer or link, without regard to case", async () => {
    await importArticles([
      work(1, { title: "On Term Premia" }),
      work(2, { summary: "What the term premium pays." }),
      work(3, { reviewer: "Termite" }),
      work(4, { url: "https://example.org/short-TERM" }),
      work(5, { content: "term" }),
      work(6),
    ]);
    expect(numbers((await search("tErM")).items)).toEqual([4, 3, 2, 1]);
  });

  test.each([
    ["O'Leary", "The O’Leary trade"],
    ["O’Leary", "The o`leary trade"],
    ["zurich", "Zürich and Zu\u0308rich"],
    ["ZÜRICH", "Zurich"],
    ["btc etf", "ＢＴＣ　ＥＴＦ"],
    ["ＢＴＣ", "btc"],
    ["inflation", "The in\u00adfla\u00adtion"],
    ["infla\u200btion", "Inflation"],
    ["1929-39", "1929–39"],
    ["gross", "GROẞ"],
  ])("for %j finds %j", async (text, typed) => {
    await importArticles([work(1, { title: typed }), work(2, { summary: typed }), work(3)]);
    expect(numbers((await search(text)).items)).toEqual([2, 1]);
  });

  test.each([".*", "a.c", "(", "[", "\\", "$", "^", "+", "?", "|", "{1,2}", "*", "a|b", "\\d"])(
    "for %s searches for that literal text",
    async (text) => {
      await importArticles([work(1, { title: `with ${text} in it` }), work(2, { title: "abc" })]);
      expect(numbers((await search(text)).items)).toEqual([1]);
    },
  );

  test("for a null byte finds nothing and does not fail", async () => {
    await importArticles([work(1)]);
    expect((await search("a\0b")).items).toEqual([]);
  });

  test("respects category and order", async () => {
    await importArticles([
      work(1, { category: "stocks", upvotes: 2 }),
      work(2, { category: "stocks", upvotes: 1 }),
      work(3, { category: "bonds", upvotes: 3 }),
    ]);
    const found = await search("title", { category: "stocks", sort: "top" });
    expect(numbers(found.items)).toEqual([1, 2]);
  });

  test("finds each article once over its pages", async () => {
    const many = Array.from({ length: 30 }, (_, i) =>
      work(i + 1, { createdAt: at(5), title: i % 3 ? "Other" : "Wanted" }),
    );
    await importArticles(many);
    const read: number[] = [];
    let cursor: string | null = null;
    do {
      const after = cursor ? decodeCursor(cursor) : null;
      const page = await search("wanted", { limit: 4, after });
      read.push(...numbers(page.items));
      cursor = page.next;
    } while (cursor);
    expect(read).toEqual([28, 25, 22, 19, 16, 13, 10, 7, 4, 1]);
  });

  test("searches a limited number of articles at a time, and returns a cursor to go on", async () => {
    const hidden = work(1, { title: "A needle", createdAt: at(0) });
    const hay = Array.from({ length: SEARCH_WINDOW }, (_, i) => work(i + 2, { createdAt: at(1) }));
    await importArticles([hidden, ...hay]);
    const first = await search("needle");
    expect(first.items).toEqual([]);
    const second = await search("needle", { after: decodeCursor(first.next ?? "") });
    expect(numbers(second.items)).toEqual([1]);
    expect(second.next).toBeNull();
  });
});
