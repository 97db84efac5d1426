import { beforeEach, describe, expect, test } from "vitest";
import { topics } from "~/domain/topics";
import { importArticles } from "~/models/article.server";
import { importComments } from "~/models/comment.server";
import { importReviews } from "~/models/review.server";
import Contributions, { loader as loadContributions } from "~/routes/dashboard/contributions";
import DashboardLayout, { loader as loadLayout } from "~/routes/dashboard/layout";
import { CONTRIBUTIONS_PER_PAGE } from "~/services/people/contributions.server";
import { useDatabase } from "../../setup/database";
import { addMomentum, addSentiment } from "../../setup/recommendations";
import { addSignedIn, type SignedIn } from "../../setup/people";
import { ask, load as run, render } from "../../setup/routes";
import { articleRow, commentRow, idOf, reviewRow } from "../../setup/rows";

useDatabase();

let reader: SignedIn;
beforeEach(async () => {
  reader = await addSignedIn();
});

async function load(search: string, cookie = reader.cookie) {
  const path = `/dashboard${search}`;
  const { data } = await ask(loadContributions, path, { cookie });
  return { ...data, ...(await run(loadLayout, path, { cookie })) };
}
async function page(search: string): Promise<string> {
  const [data, at] = [await load(search), { path: `/dashboard${search}` }];
  return render(DashboardLayout, data, at) + render(Contributions, data, at);
}

const kinds = ["articles", "reviews", "comments"] as const;

describe("for a user with more than a page of each kind", () => {
  const total = 2 * CONTRIBUTIONS_PER_PAGE + 2;
  beforeEach(async () => {
    const { id, name } = reader.viewer;
    // All have the same time, so that only their ids order them.
    const createdAt = new Date("2026-01-05T12:00:00Z");
    const each = <Row,>(row: (number: number) => Row) =>
      Array.from({ length: total }, (_, i) => row(i + 1));
    const [own, ownReview] = [
      { authorId: id, createdAt },
      { userId: id, createdAt },
    ];
    await importArticles(
      each((number) => articleRow(number, { ...own, title: `Article ${number}`, reviewer: name })),
    );
    const place = { hub: "stocks", category: "energy" };
    await importReviews(
      each((number) => reviewRow(number, { ...ownReview, ...place, username: name })),
    );
    await importComments(each((number) => commentRow(number, { ...own, username: name })));
  });

  test.each(kinds)("all %s are listed newest first, each once", async (kind) => {
    const ids: string[] = [];
    let next: string | null = "";
    for (let pages = 1; next !== null; pages += 1) {
      const list: Awaited<ReturnType<typeof load>>[typeof kind] = (
        await load(next ? `?${kind}=${next}` : "")
      )[kind];
      expect(list.total).toBe(total);
      expect(list.isFirstPage).toBe(pages === 1);
      expect(list.items).toHaveLength(pages === 3 ? 2 : CONTRIBUTIONS_PER_PAGE);
      ids.push(...list.items.map(({ id }) => id));
      next = list.next;
    }
    expect(ids).toEqual(Array.from({ length: total }, (_, i) => idOf(total - i)));
  });

  test("each list is paged separately, and keeps the chosen view", async () => {
    const first = await page("?view=table");
    for (const kind of kinds) expect(first).toContain(`Your ${kind} <`);
    expect(first.match(new RegExp(`\\(${total}\\)`, "g"))).toHaveLength(kinds.length);
    const { comments } = await load("");
    const path = `/dashboard?view=table&comments=${comments.next}`;
    expect(first).toContain(`href="${path}#comments"`);
    const second = await page(path.slice("/dashboard".length));
    expect(second).toContain('href="/dashboard?view=table#comments"');
    expect(second).toContain(`href="/dashboard?comments=${comments.next}"`);
    expect(second.match(/>Newest</g)).toHaveLength(1);
    expect(second).toContain(`Article ${total}<`);
    expect(second).not.toContain(`Comment ${total}<`);
    expect(second).toMatch(
      new RegExp(`href="/dashboard\\?view=table&comments=${comments.next}&articles=[0-9a-f.]+#ar`),
    );
  });

  test("the title of a review links to the review's page", async () => {
    const html = await page("");
    expect(html).toMatch(new RegExp(`href="/stocks/reviews/${idOf(total)}"`));
  });
});

test.each([
  "?articles=nonsense",
  "?articles=&reviews=%00&comments={}",
  `?articles=${idOf(0)}.8640000000000001`,
  "?articles=1&articles=2",
])("the invalid address %s shows the first page", async (search) => {
  const { params, articles } = await load(search);
  expect(params).toEqual({ view: "cards", isSample: false, after: {} });
  expect(articles).toEqual({ items: [], total: 0, next: null, isFirstPage: true });
});

test("an empty later page is not the first page, so that it links back", async () => {
  const { articles } = await load(`?articles=${idOf(1)}.1`);
  expect(articles).toEqual({ items: [], total: 0, next: null, isFirstPage: false });
});

test("a visitor is redirected to sign in, and from there back to the same page", async () => {
  const place = `${idOf(1)}.1`;
  const path = `/dashboard?view=table&reviews=${place}`;
  const { location } = await ask(loadLayout, path);
  const { searchParams } = new URL(location ?? "", "https://site.example");
  expect(searchParams.get("redirectTo")).toBe(`/dashboard?view=table&reviews=${place}`);
});

test("recommendations list their allocation, the largest share first and cash last", async () => {
  await addMomentum(new Date("2026-01-06T09:00:00Z"), { BTC: 0, SOL: 60, USDT: 40 });
  await addSentiment(new Date("2026-01-06T09:00:00Z"), { SOL: 20, ADA: 20, BTC: 60, USDT: 0 });
  const { momentum, sentiment } = await load("");
  const shares = (list: typeof momentum) =>
    list.map(({ allocation }) => allocation.map(({ asset, percent }) => `${asset} ${percent}`));
  expect(shares(momentum)).toEqual([["SOL 60", "USDT 40"]]);
  expect(shares(sentiment)).toEqual([["BTC 60", "ADA 20", "SOL 20", "USDT 0"]]);
});

test("a review has the title of its hub", async () => {
  const { id: userId, name: username } = reader.viewer;
  await importReviews(
    topics.map(({ slug: hub, reviewCategories: [category] }, i) =>
      reviewRow(i + 1, { userId, username, hub, category: category!.slug }),
    ),
  );
  const { reviews } = await load("");
  const named = new Map(reviews.items.map(({ hub }) => [hub.slug, hub.name]));
  expect(named).toEqual(new Map(topics.map(({ slug, title }) => [slug, title])));
});
