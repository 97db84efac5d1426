import { afterEach, describe, expect, test, vi } from "vitest";
import { decodePlace, RESULTS_PER_PAGE, type SearchKind } from "~/domain/search";
import type { Viewer } from "~/domain/viewer";
import { importArticles } from "~/models/article.server";
import { importComments } from "~/models/comment.server";
import { importReviews } from "~/models/review.server";
import { reviewPath } from "~/config/hubs";
import { commentPath } from "~/domain/comment-path";
import { commentOnArticle } from "~/services/articles/comments.server";
import { putReview } from "~/services/articles/edit-review.server";
import { addReview } from "~/services/articles/reviews.server";
import { search, SEARCH_WINDOW } from "~/services/search/search.server";
import { indexAllWords } from "~/services/search/feature.server";
import { collection, rowsOf, useDatabase } from "../../setup/database";
import { articleRow, commentRow, idOf, reviewRow } from "../../setup/rows";
import { addArticle, addUser, someReview } from "../../setup/people";

useDatabase();
afterEach(() => {
  vi.restoreAllMocks();
});

const find = (q: string, kind?: SearchKind, after?: string | null) =>
  search({ q, kind, after: after ? decodePlace(after) : null });

type Answer = Awaited<ReturnType<typeof find>>;
const text = (pieces: readonly { text: string }[]) => pieces.map((piece) => piece.text).join("");
const titles = ({ results }: Answer) => results.map(({ title }) => text(title));
const marked = (pieces: readonly { text: string; isMatch: boolean }[]) =>
  pieces.map((piece) => (piece.isMatch ? `[${piece.text}]` : piece.text)).join("");
const day = (number: number) => new Date(Date.UTC(2026, 0, number));
const article = (number: number, fields: Parameters<typeof articleRow>[1]) =>
  articleRow(number, { title: "Title", summary: "A needle", ...fields });

async function everything(q: string, kind: SearchKind): Promise<string[]> {
  const found: string[] = [];
  for (let after: string | null = null, pages = 0; ; pages += 1) {
    expect(pages).toBeLessThan(50);
    const answer: Answer = await find(q, kind, after);
    found.push(...answer.results.map(({ id }) => id));
    after = answer.next;
    if (!after) return found;
  }
}

describe("results", () => {
  test("have every word, in title, summary or text", async () => {
    await addArticle({ title: "Bond yields", summary: "Of rates.", content: "And **inflation**." });
    await addArticle({ title: "Bond yields", summary: "Of rates." });
    for (const [q, count] of [
      ["bond", 2],
      ["INFLATION", 1],
      ["inflation rates bond", 1],
      ["rates, yields!", 2],
      ["bond stocks", 0],
      ["bon", 0],
      ["bonds", 0],
    ] as const) {
      const answer = await find(q, "articles");
      expect([q, answer.results.length]).toEqual([q, count]);
      expect(answer.counts.articles).toEqual({ count, isMore: false });
    }
  });

  test("are matches in titles before matches in texts, each newest first", async () => {
    const add = (title: string, summary: string, number: number) =>
      addArticle({ title, summary, createdAt: day(number) });
    await add("Text one", "A bond, a yield", 8);
    await add("The yield of a bond", "One", 1);
    await add("Bond", "Its yield", 9);
    await add("Bond yield, again", "Two", 5);
    await add("Text two", "bond yield", 2);
    expect(titles(await find("yield bond", "articles"))).toEqual([
      "Bond yield, again",
      "The yield of a bond",
      "Bond",
      "Text one",
      "Text two",
    ]);
  });

  test.each([RESULTS_PER_PAGE - 4, RESULTS_PER_PAGE])(
    "with equal dates have a stable order, without gaps or duplicates between pages (%d titles)",
    async (matchingTitles) => {
      const count = 2 * RESULTS_PER_PAGE + 7;
      await importArticles(
        Array.from({ length: count }, (_, i) =>
          // There are only four different dates.
          article(i + 1, {
            title: i < matchingTitles ? "Needle" : "Text",
            createdAt: day(1 + (i % 4)),
          }),
        ),
      );
      const found = await everything("needle", "articles");
      expect(found).toHaveLength(count);
      expect(new Set(found).size).toBe(count);
      const inTitles = found.map((id) => Number.parseInt(id, 16) <= matchingTitles);
      expect(inTitles.lastIndexOf(true)).toBe(matchingTitles - 1);
    },
  );

  test("have marked matches, in the excerpt with the most matches", async () => {
    await addArticle({
      title: "The Café",
      summary: "Nothing of it",
      content: `${"long ".repeat(100)}\n\n## A [café](https://www.journal.example/x)\n\n${"more ".repeat(100)}`,
    });
    const [found] = (await find("cafe")).results;
    expect(marked(found!.title)).toBe("The [Café]");
    expect(marked(found!.excerpt)).toMatch(
      /^…(long )+A \[café\] \(journal\.example\) (more )+more…$/,
    );
    // The host name of a URL is searchable, the rest of it is not.
    expect((await find("journal")).results).toHaveLength(1);
    expect((await find("https")).results).toHaveLength(0);
  });

  test("have the details of their kind and a link", async () => {
    const author = await addUser();
    const { id, title } = await addArticle({ author, title: "Needle", category: "bonds" });
    const review = await addReview(
      author,
      someReview({ author: "Needle", title: "A book & more" }),
    );
    const comment = await commentOnArticle(author, id, { content: "A needle.\nAnd thread." });

    const [article] = (await find("needle", "articles")).results;
    expect(article).toMatchObject({
      to: `/article/${id}`,
      by: author.name,
      views: 0,
      upvotes: 0,
      commentCount: 1,
      category: { slug: "bonds", name: "Bonds" },
    });
    const [found] = (await find("needle", "reviews")).results;
    expect(found).toMatchObject({
      by: author.name,
      rating: 4,
      category: "rates",
      hub: { slug: "bonds", name: "Bonds" },
      to: reviewPath(review),
      author: [{ text: "Needle", isMatch: true }],
    });
    const [said] = (await find("needle", "comments")).results;
    expect(said).toMatchObject({
      to: commentPath(comment),
      by: author.name,
      title: [{ text: title, isMatch: false }],
    });
    expect(marked(said!.excerpt)).toBe("A [needle]. And thread.");
  });

  test("are of the first kind with results if no kind is given", async () => {
    await importComments([commentRow(1, { content: "Needle" })]);
    expect((await find("needle")).kind).toBe("comments");
    expect((await find("needle", "articles")).kind).toBe("articles");
    expect((await find("nothing")).kind).toBe("articles");
    await importReviews([reviewRow(1, { review: "A needle" })]);
    const { kind, counts } = await find("needle");
    expect(kind).toBe("reviews");
    expect(counts).toEqual({
      articles: { count: 0, isMore: false },
      reviews: { count: 1, isMore: false },
      comments: { count: 1, isMore: false },
    });
  });

  test("are empty for a search without words", async () => {
    for (const q of ["", "?!", "a", "👍"]) {
      expect(await find(q)).toMatchObject({ words: [], results: [], next: null });
    }
  });
});

describe("common words", () => {
  const MANY = SEARCH_WINDOW + 100;
  const at = (i: number) => new Date(day(20).getTime() - i * 1000);

  test("are found along the index of the rarest word", async () => {
    const rare = new Set([3, SEARCH_WINDOW - 1, MANY - 1]);
    await importComments(
      Array.from({ length: MANY }, (_, i) =>
        commentRow(i + 1, { content: rare.has(i) ? "North east" : "North", createdAt: at(i) }),
      ),
    );
    expect(await find("north east", "comments")).toMatchObject({
      next: null,
      lookedAt: null,
      results: [...rare].map((i) => ({ id: idOf(i + 1) })),
      counts: { comments: { count: rare.size, isMore: false } },
    });
  }, 30_000);

  test("that hardly occur together make a page end early, with a link to go on", async () => {
    await importComments(
      Array.from({ length: 2 * MANY }, (_, i) =>
        commentRow(i + 1, {
          content: i === 2 * MANY - 1 ? "North and south" : i % 2 ? "North" : "South",
          createdAt: at(i),
        }),
      ),
    );
    const first = await find("north south", "comments");
    expect(first).toMatchObject({
      results: [],
      lookedAt: SEARCH_WINDOW,
      counts: { comments: { count: 0, isMore: true } },
    });
    expect(first.next).toMatch(/^texts\./);
    expect(await everything("north south", "comments")).toEqual([idOf(2 * MANY)]);
  }, 30_000);
});

describe("the index of words", () => {
  test("is updated when a review is replaced", async () => {
    const viewer: Viewer = await addUser();
    const first = someReview({ title: "Old title", review: "Old text." });
    await addReview(viewer, first);
    await putReview(viewer, { ...first, title: "New title", review: "New text." });
    expect((await find("old", "reviews")).results).toHaveLength(0);
    expect(titles(await find("new", "reviews"))).toEqual(["New title"]);
  });

  test("can be made again for content from an earlier version", async () => {
    const count = 210;
    await importArticles([article(1, { title: "Needle" }), article(2, { title: "Other" })]);
    await importReviews([reviewRow(1, { title: "Needle" })]);
    await importComments(
      Array.from({ length: count }, (_, i) => commentRow(i + 1, { content: i ? "Needle" : "👍" })),
    );
    const before = await allRows();
    for (const name of ["articles", "reviews", "comments"]) {
      await collection(name).updateMany(
        {},
        { $set: { words: ["old"] }, $unset: { titleWords: 1, searchable: 1 } },
      );
    }
    expect((await find("needle")).counts).toMatchObject({ articles: { count: 0 } });
    expect(await indexAllWords()).toEqual({ documents: count + 3 });
    expect(await allRows()).toEqual(before);
    expect((await find("needle", "comments")).counts).toMatchObject({
      articles: { count: 2 },
      reviews: { count: 1 },
      comments: { count: count - 1 },
    });
  });
});

const allRows = () => Promise.all(["articles", "reviews", "comments"].map(rowsOf));
