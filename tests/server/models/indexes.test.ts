/** Query plans: every read uses an index, and examines few more documents than it returns. */
import { beforeAll, describe, expect, test } from "vitest";
import { articleSorts } from "~/domain/ranking";
import { decodeCursor } from "~/domain/cursor";
import { reviewSorts } from "~/domain/work-score";
import * as applications from "~/models/membership-application.server";
import * as articleCounts from "~/models/article-counts.server";
import * as articles from "~/models/article.server";
import * as comments from "~/models/comment.server";
import * as threads from "~/models/threads.server";
import * as hubs from "~/models/hub.server";
import { onArticle, threadOrders } from "~/domain/threads";
import { upvotedKinds } from "~/domain/upvotes";
import * as reviews from "~/models/review.server";
import * as scores from "~/models/review-scores.server";
import * as sessions from "~/models/session.server";
import * as locks from "~/models/job-lock.server";
import * as trust from "~/models/trust.server";
import * as lowered from "~/models/lowered-counts.server";
import * as commentCounts from "~/models/comment-counts.server";
import * as upvotes from "~/models/upvote.server";
import * as users from "~/models/user.server";
import { useDatabase } from "../../setup/database";
import { articleRow, atMinute, commentRow, idOf, reviewRow } from "../../setup/rows";
import { expectIndexed, needsMongoPlans } from "../../setup/plans";

// The tests share the same documents. What some of them add is in collections of their own.
useDatabase({ isKept: true });
needsMongoPlans();

const ROWS = 200;
const numbers = Array.from({ length: ROWS }, (_, i) => i + 1);
const user = idOf(1);

beforeAll(async () => {
  await articles.importArticles(
    numbers.map((number) =>
      articleRow(number, {
        category: number % 2 ? "stocks" : "bonds",
        createdAt: atMinute(Math.floor(number / 5)),
        upvotes: number % 7,
      }),
    ),
  );
  await comments.importComments(
    numbers.map((number) =>
      commentRow(number, {
        subject: onArticle(idOf(1 + (number % 4))),
        content: "Yes.",
        createdAt: atMinute(Math.floor(number / 5)),
      }),
    ),
  );
  for (const kind of upvotedKinds) {
    await upvotes.importUpvotes(
      kind,
      numbers.map((number) => ({
        textId: idOf(number),
        userId: idOf(number % 3),
        createdAt: atMinute(0),
      })),
    );
  }
  await reviews.importReviews(
    numbers.map((number) =>
      reviewRow(number, {
        // Each work has four reviews.
        workKey: `example.org/${Math.ceil(number / 4)}`,
        rating: 1 + (number % 5),
        userId: idOf(number % 4),
        ...(number % 2
          ? { hub: "bonds", category: number % 4 === 1 ? "rates" : "credit" }
          : { hub: "macro", category: "labor" }),
        createdAt: atMinute(Math.floor(number / 5)),
      }),
    ),
  );
  await hubs.ensureContributors(
    numbers.slice(0, 4).map((number) => ({ hub: "bonds", userId: idOf(number) })),
  );
  for (const number of [7, 8, 9]) {
    const name = `Name${number}`;
    await users.createUser({ email: `${name}@example.org`, name, passwordHash: "none" });
    await sessions.openSessions(idOf(number), ["browser", "token"], { userAgent: "test" });
  }
});

describe.each(articleSorts)("articles in the order %s are read along an index", (sort) => {
  test.each([undefined, "stocks"])("in the category %s, and when searched", async (category) => {
    await expectIndexed(() => articles.listArticles({ sort, category, limit: 10 }), 11);
    const { next } = await articles.listArticles({ sort, category, limit: 40 });
    const place = decodeCursor(next ?? "");
    // Some documents that tie with the cursor are examined again.
    const ties = 35;
    for (const from of [{ after: place }, { before: place }]) {
      const list = { sort, category, limit: 10, ...from };
      await expectIndexed(() => articles.listArticles(list), 11 + ties);
    }
    await expectIndexed(
      () => articles.searchArticles("title", { sort, category, limit: 10 }),
      ROWS,
    );
  });
});

test("articles for the sitemap are read by id", async () => {
  await expectIndexed(() => articles.articlesById.idAfter(idOf(10), 50), 51);
  const range = { from: idOf(10), before: idOf(40), limit: 20 };
  await expectIndexed(() => articles.articlesById.list(range), 20);
});

describe.each(reviewSorts)("reviews in the order %s are read along an index", (sort) => {
  const lists = [
    { filter: {}, rows: ROWS },
    { filter: { hub: "bonds" }, rows: ROWS / 2 },
    { filter: { hub: "bonds", category: "rates" }, rows: ROWS / 4 },
    // A category belongs to one hub.
    { filter: { category: "rates" }, rows: ROWS / 4 },
  ];

  test.each(lists)("for $filter, in both directions", async ({ filter, rows }) => {
    await expectIndexed(() => reviews.listReviews({ ...filter, sort, limit: 10 }), 11);
    const { next } = await reviews.listReviews({ ...filter, sort, limit: rows / 2 });
    const place = decodeCursor(next ?? "");
    // Some documents that tie with the cursor are examined again. And if the category has half of a hub's
    // reviews, the hub's index is as good as that of the category.
    const most = 2 * (11 + (sort === "new" ? 5 : rows / 5));
    for (const from of [{ after: place }, { before: place }]) {
      const list = { ...filter, sort, limit: 10, ...from };
      await expectIndexed(() => reviews.listReviews(list), most);
    }
  });

  test.each(lists)("for $filter, when searched", async ({ filter, rows }) => {
    // Without a filter, the explained query reads to the end of the window.
    const most = Object.keys(filter).length ? 11 : rows;
    for (const [q, examined] of [
      ["title", most],
      ["nothing", rows],
    ] as const) {
      await expectIndexed(() => reviews.listReviews({ ...filter, q, sort, limit: 10 }), examined);
    }
  });
});

test("reviews are counted by hub and category along an index, with or without a search", async () => {
  await expectIndexed(() => reviews.countReviews({ hub: "bonds" }), ROWS / 2);
  await expectIndexed(() => reviews.countReviews({ hub: "bonds", category: "rates" }), ROWS / 4);
  await expectIndexed(() => reviews.countReviews({ category: "rates" }), ROWS / 4);
  await expectIndexed(() => reviews.countReviews({ hub: "bonds", q: "title" }), ROWS / 2);
});

test("the content of a user is listed and counted along an index", async () => {
  const places = [null, { id: idOf(ROWS), value: Date.now() }];
  for (const after of places) {
    await expectIndexed(() => reviews.listReviewsOf(user, { limit: 10, after }), 11);
    await expectIndexed(() => articles.listArticlesOf(user, { limit: 10, after }), 11);
    await expectIndexed(() => comments.listCommentsOf(user, { limit: 10, after }), 11);
  }
  await expectIndexed(() => reviews.countReviewsOf(user), ROWS);
  await expectIndexed(() => articles.countArticlesOf(user), ROWS);
  await expectIndexed(() => comments.countCommentsOf(user), ROWS);
  // The explained query does not stop at the first match.
  await expectIndexed(() => reviews.hasReviewed(user, "bonds"), ROWS / 4);
  await expectIndexed(() => articles.hasPosted(user, "stocks"), ROWS);
  await expectIndexed(() => reviews.hasReviewed(idOf(999), "bonds"), 0);
});

test("what trust is computed from, and trust itself, is read along an index", async () => {
  const [at, later] = [atMinute(0), atMinute(1)];
  const all = async (rows: AsyncIterable<unknown>) => {
    for await (const _ of rows);
  };
  await expectIndexed(() => all(upvotes.readUpvotes({ from: at, to: at })), ROWS);
  await expectIndexed(() => all(upvotes.readUpvotes({ from: later, to: later })), 0);
  await expectIndexed(() => all(users.readMembers(later)), 0);
  async function* people() {
    yield numbers.map((n) => ({ id: idOf(n), trust: 1, supporters: 0, isRoot: true }));
  }
  const facts = { computedAt: at, roots: ROWS, areGrants: false, people: ROWS, upvotes: 0 };
  await trust.replaceTrust(people(), facts);
  const { id } = (await trust.findTrustComputation())!;
  await expectIndexed(() => trust.findTrust(id, [idOf(1), idOf(2)]), 2);
  await expectIndexed(() => trust.removeTrustOf(idOf(1)), 1);
});

test("the comments of an article are read along an index", async () => {
  await expectIndexed(() => comments.listComments(onArticle(idOf(1)), { limit: 10 }), 11);
  await expectIndexed(() => comments.listComments(onArticle(idOf(1)), { limit: 1000 }), ROWS / 4);
  const { next } = await comments.listComments(onArticle(idOf(1)), { limit: 20 });
  const after = decodeCursor(next ?? "");
  await expectIndexed(() => comments.listComments(onArticle(idOf(1)), { limit: 10, after }), 13);
});

test("threads are read along an index, in each order", async () => {
  const subject = onArticle(idOf(1));
  for (const order of threadOrders) {
    const first = await threads.listThreads(subject, order, { after: null, limit: 20 });
    await expectIndexed(() => threads.listThreads(subject, order, { after: null, limit: 10 }), 11);
    const after = decodeCursor(first.threads.at(-1)!.cursor);
    await expectIndexed(() => threads.listThreads(subject, order, { after, limit: 10 }), 14);
    const from = first.threads[5]!.first.id;
    await expectIndexed(
      () => threads.listThreads(subject, order, { after: null, from, limit: 10 }),
      15,
    );
  }
  const root = commentRow(2000, { subject });
  const answers = Array.from({ length: 60 }, (_, i) =>
    commentRow(2001 + i, { subject, ancestorIds: [root.id] }),
  );
  await comments.importComments([root, ...answers]);
  await expectIndexed(() => threads.listAnswers([root.id, idOf(1)], 10), 10);
  const place = { after: root.id + answers[20]!.id };
  await expectIndexed(() => threads.listAnswersFrom(root.id, place, 10), 10);
  await expectIndexed(() => threads.findComments([root.id, answers[0]!.id]), 2);
  await comments.removeComments([root, ...answers].map(({ id }) => id));
});

test("single documents are found along an index, and those of several ids", async () => {
  const ids = [idOf(7), idOf(8), idOf(999)];
  await expectIndexed(() => comments.findCommentPlaces(ids), 2);
  await expectIndexed(() => reviews.findReviewPlaces(ids), 2);
  await expectIndexed(() => articles.findTitles(ids), 2);
  for (const kind of upvotedKinds) {
    const among = numbers.slice(50, 60).map(idOf);
    await expectIndexed(() => upvotes.findUpvotedAmong(kind, among, user), 10);
  }
  for (const name of ["one", "other"]) await locks.acquireLock(name, 60_000);
  await expectIndexed(() => locks.acquireLock("one", 60_000), 1);
  await expectIndexed(() => users.listUsers(2), 2);
  await expectIndexed(() => users.countMembers(), 0);
  await expectIndexed(() => articles.findArticle(idOf(7)), 1);
  await expectIndexed(() => articles.findArticleWithLink("nothing"), 0);
  await expectIndexed(() => users.findUser(idOf(7)), 1);
  await expectIndexed(() => users.findCredentials("name7@example.org"), 1);
  const { token } = await sessions.openSessions(user, ["token"], { userAgent: "test" });
  await expectIndexed(() => sessions.findSession(token, "token"), 1);
  await expectIndexed(() => reviews.findReview(idOf(7)), 1);
});

test("the sessions of a sign-in and of a user are closed along an index", async () => {
  await sessions.openSessions(user, ["browser", "token"], { userAgent: "test" });
  await expectIndexed(() => sessions.closeSignIn(sessions.newSignInId()), 0);
  await expectIndexed(() => sessions.closeSessionsOf(idOf(2)), 0);
});

test("the counts of a recount are read along an index", async () => {
  await expectIndexed(() => articleCounts.listCounts(null, 10), 10);
  await expectIndexed(() => articleCounts.listCounts(idOf(100), 10), 10);
  await expectIndexed(() => commentCounts.listCommentCounts(idOf(100), 10), 10);
  for (const kind of upvotedKinds) {
    await lowered.noteLowering({ kind, id: idOf(1) });
    const since = new Date(0);
    await expectIndexed(() => lowered.listLowered(kind, since, null, 10), 1);
    const last = { id: idOf(1), loweredAt: since };
    await expectIndexed(() => lowered.listLowered(kind, since, last, 10), 1);
  }
  await expectIndexed(() => commentCounts.findCommentCounts([idOf(1), idOf(2)]), 2);
  for (const kind of upvotedKinds) {
    await expectIndexed(() => upvotes.countUpvotes(kind, new Map([[idOf(1), user]])), 1);
    await expectIndexed(() => upvotes.isUpvotedByOthers({ kind, id: idOf(1) }, user), 1);
    await expectIndexed(() => upvotes.listUpvoted(kind, null, 10), 10);
  }
  await expectIndexed(() => comments.countComments(new Map([[idOf(1), user]])), ROWS / 4);
  await expectIndexed(() => comments.findOtherCommenters(new Map([[idOf(1), user]])), ROWS / 4);
  const reviewed = { workKey: "example.org/20", userId: idOf(1) };
  await expectIndexed(() => scores.listCountedReviews(null, 10), 10);
  await expectIndexed(() => scores.listCountedReviews(reviewed, 10), 10);
  await expectIndexed(() => scores.sumRatings(["example.org/1", "example.org/2"]), 8);
  await expectIndexed(() => articles.countArticles("stocks"), ROWS / 2);
  await expectIndexed(() => hubs.countContributors("bonds"), 4);
  await expectIndexed(() => hubs.listContributors(null, 2), 2);
});

test.each([
  ["articles", articles.articleTexts],
  ["comments", comments.commentTexts],
  ["reviews", reviews.reviewTexts],
])("the texts of %s are listed and counted along an index", async (_, written) => {
  await expectIndexed(() => written.count(atMinute(20)), ROWS / 2 + 1);
  await expectIndexed(() => written.list(atMinute(20), null, 10), 11);
  const { next } = await written.list(atMinute(20), null, 22);
  await expectIndexed(() => written.list(atMinute(20), next, 10), 11 + 5);
  await expectIndexed(() => written.find([idOf(7), idOf(8), idOf(999)]), 2);
});

describe.each([
  // Each number is in the title of one document, and "title" in all of them.
  ["articles", articles.articleWordIndex, "titleWords", "title", "77"],
  ["reviews", reviews.reviewWordIndex, "words", "title", "77"],
  ["comments", comments.commentWordIndex, "words", "yes", "no"],
] as const)("the %s that have given words", (_kind, findable, field, common, rare) => {
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

test("the content of a user that is to be deleted is read along an index", async () => {
  await expectIndexed(() => articles.ownedArticles.list(user, 10), 10);
  await expectIndexed(() => reviews.ownedReviews.list(user, 10), 10);
  await expectIndexed(() => comments.ownedComments.list(user, 10), 10);
  await expectIndexed(() => comments.listCommentIds(onArticle(idOf(1)), 10), 10);
  for (const kind of upvotedKinds) {
    await expectIndexed(() => upvotes.listUpvotedBy(kind, idOf(1), 10), 10);
    await expectIndexed(() => upvotes.removeUpvotesOn(kind, [idOf(5), idOf(6)], 10), 2);
  }
  await expectIndexed(() => applications.listVotedBy(idOf(1), 10), 0);
});
