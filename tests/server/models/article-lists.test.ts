import { beforeEach, describe, expect, test } from "vitest";
import { decodeCursor } from "~/domain/cursor";
import { articleSorts } from "~/domain/ranking";
import {
  importArticles,
  listArticles,
  searchArticles,
  type ArticleList,
} from "~/models/article.server";
import { SEARCH_WINDOW } from "~/models/pagination.server";
import { useDatabase } from "../../setup/database";
import { articleRow, atMinute, numbersOf } from "../../setup/rows";

useDatabase();

async function pages(list: Omit<ArticleList, "after" | "before">): Promise<number[][]> {
  const read: number[][] = [];
  for (let cursor: string | null = null; ;) {
    const page = await listArticles({ ...list, after: cursor ? decodeCursor(cursor) : null });
    read.push(numbersOf(page.items));
    cursor = page.next;
    if (!cursor) return read;
  }
}

describe("the orders", () => {
  beforeEach(() =>
    importArticles([
      articleRow(1, { createdAt: atMinute(10), upvotes: 0 }),
      articleRow(2, { createdAt: atMinute(20), upvotes: 5, category: "stocks" }),
      articleRow(3, { createdAt: atMinute(30), upvotes: 9, category: "stocks" }),
      // 36 hours older than the third, for which ten times the support makes up.
      articleRow(4, { createdAt: atMinute(30 - 36 * 60), upvotes: 99 }),
      articleRow(5, { createdAt: atMinute(30 - 36 * 60), upvotes: 100, category: "stocks" }),
      articleRow(6, { createdAt: atMinute(40), upvotes: 0, category: "bonds" }),
    ]),
  );

  test("new: the newest first, ties by the greater id", async () => {
    const { items } = await listArticles({ sort: "new", limit: 10 });
    expect(numbersOf(items)).toEqual([6, 3, 2, 1, 5, 4]);
  });

  test("top: the most upvotes first, at any age", async () => {
    const { items } = await listArticles({ sort: "top", limit: 10 });
    expect(numbersOf(items)).toEqual([5, 4, 3, 2, 6, 1]);
  });

  test("hot: ten times the support outweighs a day and a half", async () => {
    // Ranks relative to the time of article 4: 5 log10 101 = 2.0043; 3 and 4 log10 100 = 2, the greater id
    // first; 2 log10 6 - 10 minutes = 1.7735; 6 ten minutes more = 1.0046; 1 20 minutes less = 0.9907.
    const { items } = await listArticles({ sort: "hot", limit: 10 });
    expect(numbersOf(items)).toEqual([5, 4, 3, 2, 6, 1]);
  });

  test("of a category, in each order", async () => {
    const inOrder = async (sort: ArticleList["sort"]) =>
      numbersOf((await listArticles({ sort, category: "stocks", limit: 10 })).items);
    expect(await inOrder("new")).toEqual([3, 2, 5]);
    expect(await inOrder("top")).toEqual([5, 3, 2]);
    expect(await inOrder("hot")).toEqual([5, 3, 2]);
  });
});

describe.each(articleSorts)("pages in the order %s", (sort) => {
  // Seven of the eleven articles tie in every order, so that pages end within a tie.
  const tied = { createdAt: atMinute(50), upvotes: 3 };
  beforeEach(() =>
    importArticles([
      articleRow(1, { createdAt: atMinute(10), upvotes: 0 }),
      articleRow(2, { createdAt: atMinute(20), upvotes: 1 }),
      ...[3, 4, 5, 6, 7, 8, 9].map((number) => articleRow(number, tied)),
      articleRow(10, { createdAt: atMinute(60), upvotes: 8 }),
      articleRow(11, { createdAt: atMinute(70), upvotes: 9 }),
    ]),
  );
  const all = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1];

  test.each([1, 4, 11])("of %d have every article once, in order", async (limit) => {
    const read = await pages({ sort, limit });
    expect(read.flat()).toEqual(all);
    expect(read).toHaveLength(Math.ceil(11 / limit));
    expect(read.slice(0, -1).every((page) => page.length === limit)).toBe(true);
  });

  test("can be read back from the end to the beginning", async () => {
    const first = await listArticles({ sort, limit: 4 });
    const second = await listArticles({ sort, limit: 4, after: decodeCursor(first.next ?? "") });
    const third = await listArticles({ sort, limit: 4, after: decodeCursor(second.next ?? "") });
    expect([first, second, third].map(({ items }) => numbersOf(items))).toEqual([
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
      articleRow(20, { createdAt: atMinute(80), upvotes: 20 }), // before all articles read so far
      articleRow(21, { ...tied }), // within the tie, before the end of the page
    ]);
    const read = numbersOf(first.items);
    for (let cursor = first.next; cursor;) {
      const page = await listArticles({ sort, limit: 5, after: decodeCursor(cursor) });
      read.push(...numbersOf(page.items));
      cursor = page.next;
    }
    expect(read).toEqual(all);
  });
});

test("pages do not overlap when the sort value has many digits", async () => {
  // Ranks such as 13636.301029995664, which a cursor must not round.
  const many = Array.from({ length: 60 }, (_, i) =>
    articleRow(i + 1, { createdAt: new Date(Date.UTC(2026, 0, 1) + i * 7), upvotes: 1 }),
  );
  await importArticles(many);
  const read = await pages({ sort: "hot", limit: 7 });
  expect(read.flat()).toEqual(numbersOf(many).reverse());
});

describe("a search", () => {
  const search = (text: string, list: Partial<ArticleList> = {}) =>
    searchArticles(text, { sort: "new", limit: 100, ...list });

  test("finds a text in title, summary, reviewer or link, without regard to case", async () => {
    await importArticles([
      articleRow(1, { title: "On Term Premia" }),
      articleRow(2, { summary: "What the term premium pays." }),
      articleRow(3, { reviewer: "Termite" }),
      articleRow(4, { url: "https://example.org/short-TERM" }),
      articleRow(5, { content: "term" }),
      articleRow(6),
    ]);
    expect(numbersOf((await search("tErM")).items)).toEqual([4, 3, 2, 1]);
  });

  test("ignores accents, widths and kinds of apostrophes", async () => {
    await importArticles([
      articleRow(1, { title: "The O’Leary trade" }),
      articleRow(2, { summary: "Zürich" }),
    ]);
    for (const [text, expected] of [
      ["o'LEARY", [1]],
      ["zurich", [2]],
      ["Ｚｕｒｉｃｈ", [2]],
    ] as const)
      expect(numbersOf((await search(text)).items), text).toEqual(expected);
  });

  test("is for a literal text, not for a pattern", async () => {
    const texts = [".*", "(", "\\", "{1,2}", "a|b"];
    await importArticles([articleRow(99, { title: "abc" })]);
    await importArticles(
      texts.map((text, i) => articleRow(i + 1, { title: `with ${text} in it` })),
    );
    for (const [i, text] of texts.entries())
      expect(numbersOf((await search(text)).items), text).toEqual([i + 1]);
    expect((await search("a\0b")).items).toEqual([]);
  });

  test("searches a limited number of articles at a time, and returns a cursor to go on", async () => {
    const hidden = articleRow(1, { title: "A needle", createdAt: atMinute(0) });
    const hay = Array.from({ length: SEARCH_WINDOW }, (_, i) =>
      articleRow(i + 2, { createdAt: atMinute(1) }),
    );
    await importArticles([hidden, ...hay]);
    const first = await search("needle");
    expect(first.items).toEqual([]);
    const second = await search("needle", { after: decodeCursor(first.next ?? "") });
    expect(numbersOf(second.items)).toEqual([1]);
    expect(second.next).toBeNull();
  });
});
