import { beforeEach, describe, expect, test } from "vitest";
import { decodeCursor } from "~/domain/cursor";
import { reviewSorts } from "~/domain/work-score";
import {
  countReviews,
  importReviews,
  listReviews,
  type ReviewFilter,
  type ReviewList,
} from "~/models/review.server";
import { SEARCH_WINDOW } from "~/models/pagination.server";
import { useDatabase } from "../../setup/database";
import { idOf, numbersOf, reviewRow } from "../../setup/rows";

useDatabase();

const found = async (filter: ReviewFilter & { sort?: ReviewList["sort"] }) =>
  numbersOf((await listReviews({ sort: "new", limit: 50, ...filter })).items);

describe("a list", () => {
  beforeEach(() =>
    importReviews([
      reviewRow(1, { rating: 5 }),
      reviewRow(2, { rating: 2, category: "credit" }),
      reviewRow(3, { rating: 4, hub: "asset-allocation", category: "bonds" }),
      reviewRow(4, { rating: 5, hub: "stocks", category: "tech" }),
      reviewRow(5, { rating: 1 }),
      reviewRow(6, { rating: 4, createdAt: new Date(0) }),
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
});

describe("a search", () => {
  beforeEach(() =>
    importReviews([
      reviewRow(1, { title: "Yield Curves & Their Discontents (2nd ed.)" }),
      reviewRow(2, { author: "Émile Ötztürk-O'Neill" }),
      reviewRow(3, { username: "HarbourWalt" }),
      reviewRow(4, { category: "money-markets" }),
      reviewRow(5, { title: "100% [sic] $5 ^start* a.b+c? {x|y} \\ / #1", author: "A\0B" }),
      reviewRow(6, { title: "李白", review: "A hidden needle", url: "https://needle.example/" }),
    ]),
  );

  test.each([
    ["(2nd ed.)", [1]],
    ["émile otzturk", [2]],
    ["har\u00adbour", [3]],
    ["money-mark", [4]],
    ["{x|y} \\ / #1", [5]],
    ["李", [6]],
    ["anna", [6, 4, 3, 1]],
  ])("finds a part of title, author, username or category in any case: %j", async (q, expected) => {
    expect(await found({ q })).toEqual(expected);
    expect(await found({ hub: "bonds", q })).toEqual(expected);
    expect(await countReviews({ hub: "bonds", q })).toBe(expected.length);
  });

  test.each(["needle", "https", ".*", "\\d", "berg mara", "\ud800", "{$ne:null}"])(
    "finds nothing in other fields or across two fields: %j",
    async (q) => expect(await found({ q })).toEqual([]),
  );
});

describe.each(reviewSorts)(
  "a search in the order %s over more reviews than one search examines,",
  (sort) => {
    // `hidden` is the last in either order.
    const at = (number: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, -number));
    const hidden = reviewRow(9999, { title: "A needle", rating: 1, createdAt: at(9999) });
    beforeEach(() =>
      importReviews([
        hidden,
        ...Array.from({ length: SEARCH_WINDOW }, (_, i) => reviewRow(i + 1, { createdAt: at(i) })),
      ]),
    );

    test("in all hubs, examines a limited number and returns a cursor to go on", async () => {
      const list = { sort, q: "needle", limit: 10 };
      const first = await listReviews(list);
      expect(first.items).toEqual([]);
      const second = await listReviews({ ...list, after: decodeCursor(first.next ?? "") });
      expect(numbersOf(second.items)).toEqual([9999]);
      expect(second.items[0]).toMatchObject({
        title: "A needle",
        url: hidden.url,
        userId: idOf(1),
      });
      expect(second.next).toBeNull();
    });

    test("in a hub, examines all reviews", async () => {
      const { items, next } = await listReviews({ hub: "bonds", sort, q: "needle", limit: 10 });
      expect([numbersOf(items), next]).toEqual([[9999], null]);
    });
  },
);

describe.each(reviewSorts)("the pages in the order %s", (sort) => {
  const lists: ReviewFilter[] = [{}, { category: "rates" }, { hub: "bonds", q: "anna" }];

  beforeEach(async () => {
    await importReviews(
      Array.from({ length: 23 }, (_, i) =>
        reviewRow(i + 1, {
          // Five reviews share each time, with five different ratings.
          createdAt: new Date(Math.floor(i / 5) * 1000),
          rating: 1 + (i % 5),
        }),
      ),
    );
    await importReviews([
      reviewRow(50, { category: "credit" }),
      reviewRow(51, { hub: "macro", category: "labor" }),
    ]);
  });

  test.each(lists)("of %o have every review once forwards, and the same pages back", async (f) => {
    const whole = numbersOf((await listReviews({ ...f, sort, limit: 100 })).items);
    const list = { ...f, sort, limit: 4 };
    const pages = [await listReviews(list)];
    for (let next = pages[0]?.next; next; next = pages.at(-1)?.next)
      pages.push(await listReviews({ ...list, after: decodeCursor(next) }));
    expect(pages.flatMap(({ items }) => numbersOf(items))).toEqual(whole);
    expect(whole.length).toBe(await countReviews(f));
    expect(pages[0]?.previous).toBeNull();

    for (let at = pages.length - 1; at > 0; at -= 1) {
      const before = decodeCursor(pages[at]?.previous ?? "");
      const page = await listReviews({ ...list, before });
      expect(numbersOf(page.items)).toEqual(numbersOf(pages[at - 1]?.items ?? []));
    }
  });
});

test("a category is found by its slug and by its name", async () => {
  const hub = "asset-allocation";
  await importReviews([reviewRow(1, { hub, category: "real-estate" })]);
  for (const q of ["real-estate", "Real Estate"]) expect(await found({ hub, q }), q).toEqual([1]);
});
