import { beforeEach, describe, expect, test } from "vitest";
import { decodeCursor } from "~/domain/cursor";
import { reviewSorts } from "~/domain/work-score";
import {
  countReviews,
  importReviews,
  listReviews,
  type NewReview,
  type ReviewFilter,
  type ReviewList,
} from "~/models/review.server";
import { SEARCH_WINDOW } from "~/models/pagination.server";
import { useDatabase } from "../../setup/database";

useDatabase();

const idOf = (number: number) => number.toString(16).padStart(24, "0");
const numbers = (items: readonly { id: string }[]) =>
  items.map(({ id }) => Number.parseInt(id, 16));

/** A review whose fields depend only on its number, except for those given. */
const review = (number: number, fields: Partial<NewReview> = {}) => ({
  id: idOf(number),
  title: `Title ${number}`,
  author: "Anna Berg",
  url: `https://example.org/${number}`,
  workKey: `example.org/${number}`,
  rating: 3,
  userId: idOf(1),
  username: "Mara",
  hub: "bonds",
  category: "rates",
  review: "A text.",
  createdAt: new Date(Date.UTC(2026, 0, 1, 0, number)),
  ...fields,
});

const found = async (filter: ReviewFilter & { sort?: ReviewList["sort"] }) =>
  numbers((await listReviews({ sort: "new", limit: 50, ...filter })).items);

describe("a list", () => {
  beforeEach(() =>
    importReviews([
      review(1, { rating: 5 }),
      review(2, { rating: 2, category: "credit" }),
      review(3, { rating: 4, hub: "asset-allocation", category: "bonds" }),
      review(4, { rating: 5, hub: "stocks", category: "tech" }),
      review(5, { rating: 1 }),
      review(6, { rating: 4, createdAt: new Date(0) }),
    ]),
  );

  test("has all reviews by date or by score, ties by the greater id", async () => {
    expect(await found({})).toEqual([5, 4, 3, 2, 1, 6]);
    expect(await found({ sort: "best" })).toEqual([4, 1, 6, 3, 2, 5]);
  });

  test("has the reviews of a hub, without those of a category of the same name", async () => {
    expect(await found({ hub: "bonds" })).toEqual([5, 2, 1, 6]);
    expect(await found({ hub: "bonds", sort: "best" })).toEqual([1, 6, 2, 5]);
    expect(await found({ hub: "stocks" })).toEqual([4]);
    expect(await found({ hub: "macro" })).toEqual([]);
  });

  test("has the reviews of a category, with or without its hub, and none with another hub", async () => {
    expect(await found({ category: "rates" })).toEqual([5, 1, 6]);
    expect(await found({ hub: "bonds", category: "rates" })).toEqual([5, 1, 6]);
    expect(await found({ category: "rates", sort: "best" })).toEqual([1, 6, 5]);
    expect(await found({ category: "bonds" })).toEqual([3]);
    expect(await found({ hub: "bonds", category: "bonds" })).toEqual([]);
  });

  test("is counted over all pages", async () => {
    expect(await countReviews({})).toBe(6);
    expect(await countReviews({ hub: "bonds" })).toBe(4);
    expect(await countReviews({ hub: "bonds", category: "rates" })).toBe(3);
    expect(await countReviews({ category: "rates" })).toBe(3);
    expect(await countReviews({ hub: "bonds", q: "title" })).toBe(4);
    expect(await countReviews({ hub: "bonds", q: "title 2" })).toBe(1);
    expect(await countReviews({ hub: "macro" })).toBe(0);
  });
});

describe("a search", () => {
  beforeEach(() =>
    importReviews([
      review(1, { title: "Yield Curves & Their Discontents (2nd ed.)" }),
      review(2, { author: "Émile Ötztürk-O'Neill" }),
      review(3, { username: "HarbourWalt" }),
      review(4, { category: "money-markets" }),
      review(5, { title: "100% [sic] $5 ^start* a.b+c? {x|y} \\ / #1", author: "A\0B" }),
      review(6, { title: "李白", review: "A hidden needle", url: "https://needle.example/" }),
    ]),
  );

  test.each([
    ["curves", [1]],
    ["YIELD CURVES & THEIR", [1]],
    ["(2nd ed.)", [1]],
    ["émile", [2]],
    ["emile otzturk", [2]],
    ["E\u0301MILE", [2]],
    ["O’Neill", [2]],
    ["Ötztürk\u2011O\u02bcNeill", [2]],
    ["ｈａｒｂｏｕｒ", [3]],
    ["har\u00adbour", [3]],
    ["money\u00a0markets", [4]],
    ["ÖTZTÜRK-o'neill", [2]],
    ["walt", [3]],
    ["money-mark", [4]],
    ["100%", [5]],
    ["[sic]", [5]],
    ["$5 ^start*", [5]],
    ["a.b+c?", [5]],
    ["{x|y} \\ / #1", [5]],
    ["a\0b", [5]],
    ["李", [6]],
    ["title", [4, 3, 2]],
    ["anna", [6, 4, 3, 1]],
  ])("finds a part of title, author, username or category in any case: %j", async (q, expected) => {
    expect(await found({ q })).toEqual(expected);
    expect(await found({ hub: "bonds", q })).toEqual(expected);
    expect(await countReviews({ hub: "bonds", q })).toBe(expected.length);
  });

  test.each([
    ...["needle", "a text", "https", ".*", "^", "$", "a.c", "[a-z]", "(a", "\\", "\\d", "\0\0"],
    ...["bergmara", "berg mara", "title 3 anna", "😀", "\ud800", "%", "{$ne:null}"],
  ])("finds nothing in other fields or across two fields: %j", async (q) => {
    // The fifth review contains some of these characters on purpose.
    expect((await found({ q })).filter((number) => number !== 5)).toEqual([]);
  });

  test("has only matches on every page, in both directions", async () => {
    await importReviews(
      Array.from({ length: 30 }, (_, i) => review(100 + i, { title: i % 3 ? "Hay" : "Needle" })),
    );
    const list = { sort: "new", hub: "bonds", q: "needle", limit: 4 } as const;
    const first = await listReviews(list);
    const second = await listReviews({ ...list, after: decodeCursor(first.next ?? "") });
    const third = await listReviews({ ...list, after: decodeCursor(second.next ?? "") });
    expect([first, second, third].map(({ items }) => numbers(items))).toEqual([
      [127, 124, 121, 118],
      [115, 112, 109, 106],
      [103, 100],
    ]);
    expect(third.next).toBeNull();
    const back = await listReviews({ ...list, before: decodeCursor(third.previous ?? "") });
    expect(numbers(back.items)).toEqual([115, 112, 109, 106]);
    expect(await countReviews(list)).toBe(10);
  });
});

describe.each(reviewSorts)(
  "a search in the order %s over more reviews than one search examines,",
  (sort) => {
    // `hidden` is the last in either order.
    const at = (number: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, -number));
    const hidden = review(9999, { title: "A needle", rating: 1, createdAt: at(9999) });
    beforeEach(() =>
      importReviews([
        hidden,
        ...Array.from({ length: SEARCH_WINDOW }, (_, i) => review(i + 1, { createdAt: at(i) })),
      ]),
    );

    test("in all hubs, examines a limited number and returns a cursor to go on", async () => {
      const list = { sort, q: "needle", limit: 10 };
      const first = await listReviews(list);
      expect(first.items).toEqual([]);
      const second = await listReviews({ ...list, after: decodeCursor(first.next ?? "") });
      expect(numbers(second.items)).toEqual([9999]);
      expect(second.items[0]).toMatchObject({
        title: "A needle",
        url: hidden.url,
        userId: idOf(1),
      });
      expect(second.next).toBeNull();
    });

    test.each([{ hub: "bonds" }, { category: "rates" }])(
      "in %j, examines all reviews",
      async (within) => {
        const { items, next } = await listReviews({ ...within, sort, q: "needle", limit: 10 });
        expect([numbers(items), next]).toEqual([[9999], null]);
      },
    );
  },
);

describe.each(reviewSorts)("the pages in the order %s", (sort) => {
  const lists: ReviewFilter[] = [
    {},
    { hub: "bonds" },
    { hub: "bonds", category: "rates" },
    { category: "rates" },
    { hub: "bonds", q: "anna" },
  ];

  beforeEach(async () => {
    await importReviews(
      Array.from({ length: 23 }, (_, i) =>
        review(i + 1, {
          // Five reviews share each time, with five different ratings.
          createdAt: new Date(Math.floor(i / 5) * 1000),
          rating: 1 + (i % 5),
        }),
      ),
    );
    await importReviews([
      review(50, { category: "credit" }),
      review(51, { hub: "macro", category: "labor" }),
    ]);
  });

  test.each(lists)("of %o have every review once forwards, and the same pages back", async (f) => {
    const whole = numbers((await listReviews({ ...f, sort, limit: 100 })).items);
    const list = { ...f, sort, limit: 4 };
    const pages = [await listReviews(list)];
    for (let next = pages[0]?.next; next; next = pages.at(-1)?.next)
      pages.push(await listReviews({ ...list, after: decodeCursor(next) }));
    expect(pages.flatMap(({ items }) => numbers(items))).toEqual(whole);
    expect(whole.length).toBe(await countReviews(f));
    expect(pages[0]?.previous).toBeNull();

    for (let at = pages.length - 1; at > 0; at -= 1) {
      const before = decodeCursor(pages[at]?.previous ?? "");
      const page = await listReviews({ ...list, before });
      expect(numbers(page.items)).toEqual(numbers(pages[at - 1]?.items ?? []));
    }
  });
});

test("a category is found by its slug and by its name", async () => {
  const hub = "asset-allocation";
  await importReviews([review(1, { hub, category: "real-estate" })]);
  for (const q of ["real-estate", "Real Estate"]) expect(await found({ hub, q }), q).toEqual([1]);
});
