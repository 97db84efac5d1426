/** Query plans: every read uses an index, and examines few more documents than it returns. */
import { beforeAll, describe, expect, test } from "vitest";
import { articleSorts } from "~/domain/ranking";
import { decodeCursor } from "~/domain/cursor";
import { reviewSorts } from "~/domain/work-score";
import {
  countOpenApplications,
  importApplications,
  listAwaitingAdmission,
  listExpired,
  listOpenApplications,
  listVotedBy,
} from "~/models/membership-application.server";
import { listCounts } from "~/models/article-counts.server";
import {
  articlesById,
  articleTexts,
  countArticles,
  articleWordIndex,
  findArticle,
  findTitles,
  hasPosted,
  importArticles,
  listArticles,
  countArticlesOf,
  listArticlesOf,
  ownedArticles,
  searchArticles,
} from "~/models/article.server";
import {
  commentTexts,
  countComments,
  countOtherCommenters,
  commentWordIndex,
  findArticlesOfComments,
  importComments,
  listComments,
  listCommentIds,
  countCommentsOf,
  listCommentsFrom,
  listCommentsOf,
  ownedComments,
} from "~/models/comment.server";
import {
  addEvents,
  listEvents,
  reassignEvents,
  removeOldestEvents,
  shortenAddresses,
  type StoredEvent,
} from "~/models/event.server";
import { countContributors, listContributors, ensureContributors } from "~/models/hub.server";
import {
  readMentions,
  findMentionsOf,
  findOutdatedMentions,
  importMentions,
} from "~/models/mention.server";
import {
  lastDay,
  readCloses,
  readClosesBefore,
  readClosesOfSources,
  storeAssetCloses,
} from "~/models/price.server";
import { dayOf } from "~/domain/calendar-days";
import {
  listDrafts,
  openDraft,
  readInputs,
  ROWS_PER_CHUNK,
  storeInputs,
} from "~/models/recommendation-inputs.server";
import {
  addRecommendation,
  countRecommendations,
  findExistingIds,
  findFullRecommendations,
  findListed,
  findNeighbours,
  findNewest,
  findRecommendation,
  hasRecommendations,
  listRecommendations,
  tokensInUse,
} from "~/models/recommendation.server";
import {
  countReviews,
  reviewWordIndex,
  findReview,
  findReviewPlaces,
  hasReviewed,
  importReviews,
  listReviews,
  countReviewsOf,
  listReviewsOf,
  ownedReviews,
  reviewTexts,
} from "~/models/review.server";
import { listCountedReviews, sumRatings } from "~/models/review-scores.server";
import {
  closeSessionsOf,
  closeSignIn,
  findSession,
  newSignInId,
  openSessions,
} from "~/models/session.server";
import { acquireLock } from "~/models/job-lock.server";
import {
  findNewestScheduled,
  findScheduled,
  findScheduledOf,
  listScheduled,
  recordScheduled,
} from "~/models/scheduled-recommendation.server";
import {
  countUpvotes,
  isUpvotedByOthers,
  importUpvotes,
  listUpvotedBy,
  findUpvotedAmong,
} from "~/models/upvote.server";
import {
  countMembers,
  createUser,
  findCredentials,
  findUser,
  listUsers,
} from "~/models/user.server";
import { useDatabase } from "../../setup/database";
import { expectIndexed, needsMongoPlans } from "../../setup/plans";

// The tests share the same documents. What some of them add is in collections of their own.
useDatabase({ isKept: true });
needsMongoPlans();

const ROWS = 200;
const idOf = (number: number) => number.toString(16).padStart(24, "0");
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
const numbers = Array.from({ length: ROWS }, (_, i) => i + 1);
const user = idOf(1);

beforeAll(async () => {
  await importArticles(
    numbers.map((number) => ({
      id: idOf(number),
      title: `Title ${number}`,
      summary: "A summary",
      url: `https://example.org/${number}`,
      urlKey: `example.org/${number}`,
      category: number % 2 ? "stocks" : "bonds",
      authorId: user,
      reviewer: "Mara",
      createdAt: at(Math.floor(number / 5)),
      views: 0,
      upvotes: number % 7,
      commentCount: 0,
      commentsByOthers: 0,
    })),
  );
  await importComments(
    numbers.map((number) => ({
      id: idOf(number),
      articleId: idOf(1 + (number % 4)),
      authorId: user,
      username: "Mara",
      content: "Yes.",
      createdAt: at(Math.floor(number / 5)),
    })),
  );
  await importUpvotes(
    numbers.map((number) => ({
      articleId: idOf(number),
      userId: idOf(number % 3),
      createdAt: at(0),
    })),
  );
  await importReviews(
    numbers.map((number) => ({
      id: idOf(number),
      title: `Title ${number}`,
      author: "Anna Berg",
      url: `https://example.org/${number}`,
      // Each work has four reviews.
      workKey: `example.org/${Math.ceil(number / 4)}`,
      rating: 1 + (number % 5),
      userId: idOf(number % 4),
      username: "Mara",
      ...(number % 2
        ? { hub: "bonds", category: number % 4 === 1 ? "rates" : "credit" }
        : { hub: "macro", category: "labor" }),
      review: "A text.",
      createdAt: at(Math.floor(number / 5)),
    })),
  );
  await ensureContributors(
    numbers.slice(0, 4).map((number) => ({ hub: "bonds", userId: idOf(number) })),
  );
  for (const number of [7, 8, 9]) {
    const name = `Name${number}`;
    await createUser({ email: `${name}@example.org`, name, passwordHash: "none" });
    await openSessions(idOf(number), ["browser", "token"], { userAgent: "test" });
  }
});

describe.each(articleSorts)("articles in the order %s are read along an index", (sort) => {
  test.each([undefined, "stocks"])("in the category %s, from the beginning", async (category) => {
    await expectIndexed(() => listArticles({ sort, category, limit: 10 }), 11);
  });

  test.each([undefined, "stocks"])("in the category %s, from the middle", async (category) => {
    const { next } = await listArticles({ sort, category, limit: 40 });
    const place = decodeCursor(next ?? "");
    // Some documents that tie with the cursor are examined again.
    const ties = 35;
    await expectIndexed(() => listArticles({ sort, category, limit: 10, after: place }), 11 + ties);
    await expectIndexed(
      () => listArticles({ sort, category, limit: 10, before: place }),
      11 + ties,
    );
  });

  test.each([undefined, "stocks"])("in the category %s, as a long page", async (category) => {
    const rows = category ? ROWS / 2 : ROWS;
    await expectIndexed(() => listArticles({ sort, category, limit: 1000 }), rows);
  });

  test.each([undefined, "stocks"])("in the category %s, when searched", async (category) => {
    await expectIndexed(() => searchArticles("title", { sort, category, limit: 10 }), ROWS);
  });
});

test("articles for the sitemap are read by id", async () => {
  await expectIndexed(() => articlesById.idAfter(idOf(10), 50), 51);
  const range = { from: idOf(10), before: idOf(40), limit: 20 };
  await expectIndexed(() => articlesById.list(range), 20);
});

describe.each(reviewSorts)("reviews in the order %s are read along an index", (sort) => {
  const lists = [
    { filter: {}, rows: ROWS },
    { filter: { hub: "bonds" }, rows: ROWS / 2 },
    { filter: { hub: "bonds", category: "rates" }, rows: ROWS / 4 },
    // A category belongs to one hub.
    { filter: { category: "rates" }, rows: ROWS / 4 },
  ];

  test.each(lists)("for $filter, from the beginning", async ({ filter }) => {
    await expectIndexed(() => listReviews({ ...filter, sort, limit: 10 }), 11);
  });

  test.each(lists)("for $filter, as a long page", async ({ filter, rows }) => {
    await expectIndexed(() => listReviews({ ...filter, sort, limit: 1000 }), rows);
    await expectIndexed(() => listReviews({ ...filter, q: "title", sort, limit: 1000 }), rows);
  });

  test.each(lists)("for $filter, from the middle in both directions", async ({ filter, rows }) => {
    const { next } = await listReviews({ ...filter, sort, limit: rows / 2 });
    const place = decodeCursor(next ?? "");
    // Some documents that tie with the cursor are examined again. And if the category has half of a hub's
    // reviews, the hub's index is as good as that of the category.
    const most = 2 * (11 + (sort === "new" ? 5 : rows / 5));
    await expectIndexed(() => listReviews({ ...filter, sort, limit: 10, after: place }), most);
    await expectIndexed(() => listReviews({ ...filter, sort, limit: 10, before: place }), most);
  });

  test.each(lists)("for $filter, when searched", async ({ filter, rows }) => {
    // Without a filter, the explained query reads to the end of the window.
    const most = Object.keys(filter).length ? 11 : rows;
    await expectIndexed(() => listReviews({ ...filter, q: "title", sort, limit: 10 }), most);
    await expectIndexed(() => listReviews({ ...filter, q: "nothing", sort, limit: 10 }), rows);
  });
});

test("reviews are counted by hub and category along an index, with or without a search", async () => {
  await expectIndexed(() => countReviews({ hub: "bonds" }), ROWS / 2);
  await expectIndexed(() => countReviews({ hub: "bonds", category: "rates" }), ROWS / 4);
  await expectIndexed(() => countReviews({ category: "rates" }), ROWS / 4);
  await expectIndexed(() => countReviews({ hub: "bonds", q: "title" }), ROWS / 2);
});

test("the content of a user is listed and counted along an index", async () => {
  const places = [null, { id: idOf(ROWS), value: Date.now() }];
  for (const after of places) {
    await expectIndexed(() => listReviewsOf(user, { limit: 10, after }), 11);
    await expectIndexed(() => listArticlesOf(user, { limit: 10, after }), 11);
    await expectIndexed(() => listCommentsOf(user, { limit: 10, after }), 11);
  }
  await expectIndexed(() => countReviewsOf(user), ROWS);
  await expectIndexed(() => countArticlesOf(user), ROWS);
  await expectIndexed(() => countCommentsOf(user), ROWS);
  // The explained query does not stop at the first match.
  await expectIndexed(() => hasReviewed(user, "bonds"), ROWS / 4);
  await expectIndexed(() => hasPosted(user, "stocks"), ROWS);
  await expectIndexed(() => hasReviewed(idOf(999), "bonds"), 0);
});

test("open applications are read along an index", async () => {
  await importApplications(
    numbers.map((number) => ({
      id: idOf(number),
      userId: idOf(number),
      name: "Mara",
      statement: "A text.",
      openedAt: at(0),
      closesAt: at(Math.floor(number / 5)),
      closedAt: null,
      needed: 3,
      votes: [],
      carriedOut: false,
      status: number % 2 ? ("pending" as const) : ("undecided" as const),
    })),
  );
  const now = at(0);
  await expectIndexed(() => listOpenApplications({ limit: 10, now }), 11);
  const { next } = await listOpenApplications({ limit: 40, now });
  const place = decodeCursor(next ?? "");
  const ties = 3;
  await expectIndexed(() => listOpenApplications({ limit: 10, now, after: place }), 11 + ties);
  await expectIndexed(() => listOpenApplications({ limit: 10, now, before: place }), 11 + ties);
  await expectIndexed(() => countOpenApplications(now, 50), ROWS / 2);
  await expectIndexed(() => listExpired(now, 10), 3);
  await expectIndexed(() => listAwaitingAdmission(10), 0);
});

test("users and members are read along an index", async () => {
  await expectIndexed(() => listUsers(2), 2);
  await expectIndexed(() => countMembers(), 0);
});

test("the comments of an article are read along an index", async () => {
  await expectIndexed(() => listComments(idOf(1), { limit: 10 }), 11);
  await expectIndexed(() => listComments(idOf(1), { limit: 1000 }), ROWS / 4);
  const { items, next } = await listComments(idOf(1), { limit: 20 });
  const after = decodeCursor(next ?? "");
  await expectIndexed(() => listComments(idOf(1), { limit: 10, after }), 13);
  // A start within a tie examines the tied comments as well.
  await expectIndexed(() => listCommentsFrom(idOf(1), items.at(-1)!.id, 10), 14);
});

test("single documents are found along an index", async () => {
  await expectIndexed(() => findArticle(idOf(7)), 1);
  await expectIndexed(() => findUser(idOf(7)), 1);
  await expectIndexed(() => findCredentials("name7@example.org"), 1);
  const { token } = await openSessions(user, ["token"], { userAgent: "test" });
  await expectIndexed(() => findSession(token, "token"), 1);
  await expectIndexed(() => findReview(idOf(7)), 1);
});

test("the sessions of a sign-in and of a user are closed along an index", async () => {
  await openSessions(user, ["browser", "token"], { userAgent: "test" });
  await expectIndexed(() => closeSignIn(newSignInId()), 0);
  await expectIndexed(() => closeSessionsOf(idOf(2)), 0);
});

test("a user's upvotes of the articles of a page are found along an index", async () => {
  const page = numbers.slice(50, 60).map(idOf);
  await expectIndexed(() => findUpvotedAmong(page, idOf(1)), 10);
});

test("the closes of assets are read along an index", async () => {
  const assets = ["BTC", "SOL", "USDT"];
  const days = Array.from({ length: 20 }, (_, i) => `2026-01-${String(i + 11)}`);
  const closes = assets.flatMap((asset) => days.map((day) => ({ asset, day, close: 1 })));
  await storeAssetCloses("coinbase", closes);
  await storeAssetCloses("kraken", closes);
  const span = { from: "2026-01-12", to: "2026-01-16" };
  const read = () => readCloses({ source: "kraken", assets: ["SOL", "BTC"], ...span });
  await expectIndexed(read, 2 * 5);
  expect([...(await read()).values()].map(({ length }) => length)).toEqual([5, 5]);
  await expectIndexed(() => lastDay("kraken", "SOL"), 1);
  const before = () => readClosesBefore({ source: "kraken", asset: "SOL" }, "2026-01-20", 5);
  await expectIndexed(before, 5);
  expect((await before()).map(({ day }) => day)).toEqual(days.slice(4, 9));
  const elsewhere = () => readClosesOfSources("SOL", ["coinbase", "kraken"], span);
  await expectIndexed(elsewhere, 2 * 5);
  expect([...(await elsewhere())]).toEqual(days.slice(1, 6).map((day) => [day, [1, 1]]));
});

test("events are listed, shortened, removed and reassigned along an index", async () => {
  await addEvents(
    numbers.map((number): StoredEvent => ({
      at: at(number),
      requestId: null,
      count: 1,
      details: {},
      user: idOf(number % 4),
      kind: number % 2 ? "sign-in" : "sign-in-failed",
      level: number % 2 ? "info" : "warn",
      address: "192.0.2.1",
      hasWholeAddress: number > ROWS / 2,
    })),
  );
  const [first] = await listEvents({}, 1);
  const before = first!.id;
  const lists = [{}, { kind: "sign-in" as const }, { user }, { before }, { user, before }];
  for (const filter of lists) await expectIndexed(() => listEvents(filter, 10), 11);
  await expectIndexed(() => listEvents({ user, kind: "sign-in-failed" }, 10), ROWS / 2);
  const shorten = (address: string) => address;
  await expectIndexed(() => shortenAddresses(at(0), shorten, 10), 0);
  await expectIndexed(() => shortenAddresses(at(1000), shorten, 10), 10);
  await expectIndexed(() => removeOldestEvents("warn", ROWS / 2 - 10, 5), ROWS / 2);
  await expectIndexed(() => reassignEvents(user, idOf(77), 10), 10);
});

test("the counts of a recount are read along an index", async () => {
  await expectIndexed(() => listCounts(null, 10), 10);
  await expectIndexed(() => listCounts(idOf(100), 10), 10);
  await expectIndexed(() => countUpvotes(new Map([[idOf(1), user]])), 1);
  await expectIndexed(() => isUpvotedByOthers(idOf(1), user), 1);
  await expectIndexed(() => countComments(new Map([[idOf(1), user]])), ROWS / 4);
  await expectIndexed(() => countOtherCommenters(new Map([[idOf(1), user]])), ROWS / 4);
  const reviewed = { workKey: "example.org/20", userId: idOf(1) };
  await expectIndexed(() => listCountedReviews(null, 10), 10);
  await expectIndexed(() => listCountedReviews(reviewed, 10), 10);
  await expectIndexed(() => sumRatings(["example.org/1", "example.org/2"]), 8);
  await expectIndexed(() => countArticles("stocks"), ROWS / 2);
  await expectIndexed(() => countContributors("bonds"), 4);
  await expectIndexed(() => listContributors(null, 2), 2);
});

test("recommendations are listed, counted and found along an index", async () => {
  const COUNT = 40;
  for (const number of numbers.slice(0, COUNT)) {
    const row = await addRecommendation<"sentiment">(idOf(number), {
      kind: "sentiment",
      createdAt: at(number * 60),
      rationale: "A reason.",
      allocation: { BTC: 10, USDT: 90 },
      facts: {
        token: "BTC",
        mentionCount: 1,
        from: at(0),
        to: at(1),
        method: 1,
        isSample: false,
        isTrustGrowing: false,
        unlisted: {},
        outside: [],
        notCash: null,
      },
      isScheduled: true,
      calculation: {},
      inputs: 0,
    });
    await recordScheduled(row);
  }
  const row = (await findRecommendation("sentiment", idOf(20)))!;
  await expectIndexed(() => listRecommendations("sentiment", { limit: 10 }), 11);
  const after = { id: row.id, value: row.createdAt.getTime() };
  await expectIndexed(() => listRecommendations("sentiment", { limit: 10, after }), 12);
  await expectIndexed(() => countRecommendations("sentiment"), COUNT);
  await expectIndexed(() => findRecommendation("sentiment", idOf(20)), 1);
  await expectIndexed(() => findListed("sentiment", [idOf(20), idOf(999)]), 1);
  await expectIndexed(() => findFullRecommendations([idOf(20), idOf(999)]), 1);
  await expectIndexed(() => findExistingIds([idOf(20), idOf(999)]), 1);
  // The explained query does not stop at the first match.
  await expectIndexed(() => hasRecommendations("sentiment"), COUNT);
  await expectIndexed(() => findNewest("sentiment"), COUNT);
  await expectIndexed(() => findNewest("sentiment", "2026-01-01"), 0);
  await expectIndexed(() => findNeighbours(row), COUNT / 2 + 1);
  await expectIndexed(() => tokensInUse(), COUNT);
  await expectIndexed(() => listScheduled("sentiment", 2), 2);
  await expectIndexed(() => findScheduledOf([row]), 1);
  await expectIndexed(() => findNewestScheduled("sentiment"), 1);
  await expectIndexed(() => findScheduled("sentiment", dayOf(at(0))), 1);
});

test("the inputs of a recommendation and abandoned drafts are read along an index", async () => {
  for (const number of [1, 2]) {
    await openDraft(idOf(number));
    await storeInputs(
      idOf(number),
      Array.from({ length: 3 * ROWS_PER_CHUNK }, () => ({})),
    );
  }
  await expectIndexed(() => readInputs(idOf(1), ROWS_PER_CHUNK, 2 * ROWS_PER_CHUNK), 1);
  await expectIndexed(() => listDrafts(at(1), 10), 0);
  await expectIndexed(() => listDrafts(new Date(Date.now() + 1_000), 1), 1);
});

test("a held lock is found along an index", async () => {
  for (const name of ["one", "other"]) await acquireLock(name, 60_000);
  await expectIndexed(() => acquireLock("one", 60_000), 1);
});

test("the places of mentioned comments and reviews are found along an index", async () => {
  await expectIndexed(() => findArticlesOfComments([idOf(7), idOf(8), idOf(999)]), 2);
  await expectIndexed(() => findReviewPlaces([idOf(7), idOf(8), idOf(999)]), 2);
});

test("mentions in a window, and those of an older method, are read along an index", async () => {
  await importMentions(
    numbers.map((number) => ({
      token: "BTC",
      p: 0,
      author: user,
      kind: "comment" as const,
      document: idOf(number),
      createdAt: at(Math.floor(number / 5)).getTime(),
      method: number % 40 ? 2 : 1,
      sketch: [],
    })),
  );
  const window = { from: at(10), to: at(30) };
  await expectIndexed(async () => {
    let read = 0;
    for await (const _ of readMentions(window, 10)) read += 1;
    expect(read).toBe(100);
  }, 100);
  await expectIndexed(() => findOutdatedMentions(window, 2, 10), 5);
  await expectIndexed(() => findOutdatedMentions(window, 1, 10), 0);
  await expectIndexed(() => findMentionsOf([idOf(7), idOf(8), idOf(999)]), 2);
});

test.each([
  ["articles", articleTexts],
  ["comments", commentTexts],
  ["reviews", reviewTexts],
])("the texts of %s are listed and counted along an index", async (_, written) => {
  await expectIndexed(() => written.count(at(20)), ROWS / 2 + 1);
  await expectIndexed(() => written.list(at(20), null, 10), 11);
  const { next } = await written.list(at(20), null, 22);
  await expectIndexed(() => written.list(at(20), next, 10), 11 + 5);
  await expectIndexed(() => written.find([idOf(7), idOf(8), idOf(999)]), 2);
});

describe.each([
  // Each number is in the title of one document, and "title" in all of them.
  {
    kind: "articles",
    findable: articleWordIndex,
    field: "titleWords",
    common: "title",
    rare: "77",
  },
  { kind: "reviews", findable: reviewWordIndex, field: "words", common: "title", rare: "77" },
  { kind: "comments", findable: commentWordIndex, field: "words", common: "yes", rare: "no" },
] as const)("the $kind that have given words", ({ findable, field, common, rare }) => {
  const window = 50;
  const commonly = { words: [common], field, rarest: { word: common, count: ROWS }, window };

  test("are read along the index of the rarest word, up to the limit", async () => {
    const rarest = { word: rare, count: 1 };
    await expectIndexed(
      () => findable.find({ words: [common, rare], field, rarest, window }, 10),
      1,
    );
    // The explained query reads its whole window.
    await expectIndexed(() => findable.find(commonly, 10), window);
    const { items, next } = await findable.find(commonly, 42);
    expect(items).toHaveLength(42);
    // Some documents that tie with the cursor are examined again.
    await expectIndexed(() => findable.find({ ...commonly, after: next }, 10), window + 5);
  });

  test("are examined up to a limit when the words rarely occur together", async () => {
    const apart = { ...commonly, words: [common, "nowhere"] };
    await expectIndexed(() => findable.find(apart, 10), window);
    await expectIndexed(() => findable.countMatches(apart), window);
  });

  test("are counted up to a limit", async () => {
    await expectIndexed(() => findable.count(field, common, 20), 20);
    expect(await findable.count(field, common, 20)).toBe(20);
    await expectIndexed(() => findable.count(field, "nowhere", 20), 0);
  });

  test("are indexed again in id order", async () => {
    await expectIndexed(() => findable.refresh(null, 10), 10);
    await expectIndexed(() => findable.refresh(idOf(7), 10), 10);
  });
});

test("the titles of commented articles are found along an index", async () => {
  await expectIndexed(() => findTitles([idOf(7), idOf(8), idOf(999)]), 2);
});

test("the content of a user that is to be deleted is read along an index", async () => {
  await expectIndexed(() => ownedArticles.list(user, 10), 10);
  await expectIndexed(() => ownedReviews.list(user, 10), 10);
  await expectIndexed(() => ownedComments.list(user, 10), 10);
  await expectIndexed(() => listCommentIds(idOf(1), 10), 10);
  await expectIndexed(() => listUpvotedBy(idOf(1), 10), 10);
  await expectIndexed(() => listVotedBy(idOf(1), 10), 0);
});
