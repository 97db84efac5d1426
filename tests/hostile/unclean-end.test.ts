/**
 * Sites that are killed under write load. A few kills are enough to find a fault; `KILLS=100` repeats it
 * more often.
 */
import mongoose from "mongoose";
import { expect, test } from "vitest";
import { topics } from "~/domain/topics";
import { closeDatabase, startDatabase } from "~/models/connection.server";
import { MAX_THREAD_ON_PAGE } from "~/domain/threads";
import { addArticle, addSignedIn, someReview, type SignedIn } from "../setup/people";
import { PlainBrowser } from "../setup/plain-browser";
import { startSite, type Site } from "../setup/site";

const KILLS = Number(process.env.KILLS ?? 2);
const CLIENTS = 6;
const ARTICLES = 6;
/** The smallest and the largest number of writes before a kill. */
const WRITES = [20, 60] as const;
const MINUTE_MS = 60_000;

const acknowledged: Record<"articles" | "comments" | "reviews", string[]> = {
  articles: [],
  comments: [],
  reviews: [],
};
/**
 * What a person has given and may take back, by its collection, their id and that of the text; `undefined` while a change
 * is not acknowledged.
 */
const gifts = new Map<string, boolean | undefined>();
/** Comments whose removal was asked for, and those of which it was acknowledged. */
const removing = new Set<string>();
const removedComments = new Set<string>();
let changes = 0;
const countWrites = () =>
  Object.values(acknowledged).reduce((sum, ids) => sum + ids.length, changes);
let made = 0;
/** The newest comment on each of the articles. */
const lastOn = new Map<string, string>();

const calls = {
  upvotes: { method: "POST", pathOf: (id: string) => `/articles/${id}/upvote` },
  "comment-upvotes": { method: "POST", pathOf: (id: string) => `/comments/${id}/upvote` },
  followings: { method: "PUT", pathOf: (id: string) => `/following/thread/${id}` },
  bookmarks: { method: "PUT", pathOf: (id: string) => `/saved/article/${id}` },
};
type Gift = keyof typeof calls;

/** Writes some of each kind in turn until the connection breaks. */
async function writeUntilKilled(site: Site, { token, viewer }: SignedIn, articleIds: string[]) {
  const call = async <Answer>(method: string, path: string, body?: unknown) => {
    const response = await fetch(`${site.origin}/api${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.status >= 500) throw new Error(`${path}: ${response.status} ${text}`);
    return response.ok ? (JSON.parse(text || "{}") as Answer) : null;
  };
  const post = async (path: string, body: unknown = {}) =>
    (await call<{ id?: string }>("POST", path, body))?.id;
  const change = async (gift: Gift, id: string, isOn: boolean) => {
    const key = `${gift} ${viewer.id} ${id}`;
    gifts.set(key, undefined);
    const { method, pathOf } = calls[gift];
    if (!(await call(isOn ? method : "DELETE", pathOf(id)))) return;
    gifts.set(key, isOn);
    changes += 1;
  };
  const comment = async (articleId: string, parentId?: string) => {
    const content = `Comment ${made}`;
    const id = await post(`/articles/${articleId}/comments`, { content, parentId });
    if (id) acknowledged.comments.push(id);
    return id;
  };
  const anyComment = () =>
    acknowledged.comments[Math.floor(Math.random() * acknowledged.comments.length)] ?? "";
  try {
    for (let turn = 0; ; turn += 1) {
      made += 1;
      const articleId = articleIds[made % articleIds.length] ?? "";
      const own = await comment(articleId);
      await comment(articleId, lastOn.get(articleId) ?? own);
      if (own) lastOn.set(articleId, own);
      const other = anyComment();
      for (const [gift, id] of [
        ["upvotes", articleId],
        ["comment-upvotes", other],
        ["followings", articleId],
        ["bookmarks", articleId],
      ] as const) {
        await change(gift, id, true);
        if ((turn + made) % 2) await change(gift, id, false);
      }
      if (own && turn % 3 === 2) {
        removing.add(own);
        if (await call("DELETE", `/comments/${own}`)) removedComments.add(own);
      }
      const notices = await call<{ at: string }[]>("GET", "/notices");
      if (notices?.[0]) await call("POST", "/notices/read", { until: notices[0].at });
      const review = await post("/reviews", { ...someReview(), rating: 1 + (made % 5) });
      if (review) acknowledged.reviews.push(review);
      const article = await post("/articles/create", {
        title: `Title ${made}`,
        summary: "A summary.",
        url: `https://example.org/${process.pid}/${made}`,
        category: topics[made % topics.length]?.slug,
      });
      if (article) acknowledged.articles.push(article);
    }
  } catch (error) {
    // Only a broken connection is expected.
    if (!(error instanceof TypeError)) throw error;
  }
}

const rows = (name: string) => mongoose.connection.collection(name).find().toArray();

function tally<Row>(all: Row[], keyOf: (row: Row) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of all) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1);
  return counts;
}

/** The stored counts that do not match the documents, computed independently of the site's code. */
async function wrongCounts(): Promise<string[]> {
  const [articles, comments, upvotes, reviews, works, hubs, contributors, commentUpvotes] =
    await Promise.all(
      [
        ...["articles", "comments", "upvotes", "reviews", "works", "hubs", "contributors"],
        "comment-upvotes",
      ].map(rows),
    );
  const wrong: string[] = [];
  const check = (what: string, stored: unknown, actual: unknown) => {
    if (stored !== actual) wrong.push(`${what}: ${String(stored)} instead of ${String(actual)}`);
  };
  const present = comments!.filter(({ removedAt }) => !removedAt);
  const commentsOf = tally(present, ({ article }) => String(article));
  const upvotesOfComments = tally(commentUpvotes!, ({ comment }) => String(comment));
  const answersOf = tally(comments!, ({ root }) => String(root));
  for (const { _id, root, upvotes: count = 0, answers = 0 } of comments!) {
    check(`upvotes of the comment ${String(_id)}`, count, upvotesOfComments.get(String(_id)) ?? 0);
    if (!root)
      check(
        `answers to ${String(_id)}`,
        answers,
        Math.min(answersOf.get(String(_id)) ?? 0, MAX_THREAD_ON_PAGE + 1),
      );
  }
  const upvotesOf = tally(upvotes!, ({ article }) => String(article));
  for (const { _id, commentCount, upvotes: count } of articles!) {
    check(`comments of ${_id.toHexString()}`, commentCount, commentsOf.get(String(_id)) ?? 0);
    check(`upvotes of ${_id.toHexString()}`, count, upvotesOf.get(String(_id)) ?? 0);
  }
  const reviewsOf = tally(reviews!, ({ workKey }) => workKey as string);
  const countsOfWorks = new Map(works!.map(({ _id, count }) => [String(_id), count as number]));
  for (const [key, count] of reviewsOf) check(`reviews of ${key}`, countsOfWorks.get(key), count);
  const papers = tally(
    [
      ...reviews!.map(({ hub }) => hub as string),
      ...articles!.map(({ category }) => category as string),
    ],
    (hub) => hub,
  );
  const people = tally(contributors!, ({ hub }) => hub as string);
  for (const { _id, papers: stored, contributors: count } of hubs!) {
    check(`papers of ${String(_id)}`, stored, papers.get(String(_id)) ?? 0);
    check(`contributors of ${String(_id)}`, count, people.get(String(_id)) ?? 0);
  }
  return wrong;
}

/** What is wrong with the rows of notices, computed independently of the site's code. */
async function wrongNotices(): Promise<string[]> {
  const [notices, announcements, articles, comments, reviews, upvotes, commentUpvotes, users] =
    await Promise.all(
      [
        ...["notices", "announcements", "articles", "comments", "reviews"],
        ...["upvotes", "comment-upvotes", "users"],
      ].map(rows),
    );
  const wrong = announcements!.map(({ event }) => `not told yet: ${JSON.stringify(event)}`);
  const answerable = comments!.filter(({ removedAt }) => !removedAt);
  const there = new Set([
    ...[...articles!, ...answerable, ...reviews!, ...users!].map(({ _id }) => String(_id)),
    ...upvotes!.map(({ article, user }) => `${article} ${user}`),
    ...commentUpvotes!.map(({ comment, user }) => `${comment} ${user}`),
  ]);
  const told = new Map<string, number>();
  const cut = new Set<string>();
  for (const { person, kind, subject, sources, isCut } of notices!) {
    if (isCut) cut.add(`${person} ${kind} ${subject.id}`);
    for (const { id, actor, about } of sources as {
      id: string;
      actor: string;
      about: string[];
    }[]) {
      const what = `${kind} ${id} to ${person}`;
      told.set(`${person} ${id}`, (told.get(`${person} ${id}`) ?? 0) + 1);
      if (actor === String(person)) wrong.push(`about one's own act: ${what}`);
      if (!about.every((one) => there.has(one))) wrong.push(`about what is gone: ${what}`);
    }
  }
  for (const [what, times] of told) if (times > 1) wrong.push(`told ${times} times: ${what}`);
  const authors = new Map(
    [...comments!, ...articles!].map(({ _id, author }) => [String(_id), String(author)]),
  );
  for (const { _id, parent, author } of answerable.filter((row) => row.parent)) {
    const person = authors.get(String(parent))!;
    const isKnown = !there.has(String(parent)) || person === String(author);
    if (isKnown || !acknowledged.comments.includes(String(_id))) continue;
    if (!told.has(`${person} ${_id}`) && !cut.has(`${person} answer ${parent}`)) {
      wrong.push(`not told: answer ${_id} to ${person}`);
    }
  }
  return wrong;
}

/** Those for whom the header shows another number than there are rows of unread notices. */
async function wrongHeaders(site: Site, members: readonly SignedIn[]): Promise<string[]> {
  const unread = tally(
    (await rows("notices")).filter(({ readAt }) => readAt === null),
    ({ person }) => String(person),
  );
  const wrong = members.map(async ({ viewer, cookie }) => {
    const page = await new PlainBrowser(site.origin, cookie).open("/research");
    const [, shown = 0] = /Notices\s*, unread: (\d+)/.exec(page.text) ?? [];
    // The header shows "99+" for more.
    const actual = Math.min(unread.get(viewer.id) ?? 0, 99);
    return Number(shown) === actual ? [] : [`${viewer.name}: ${shown} instead of ${actual}`];
  });
  return (await Promise.all(wrong)).flat();
}

/** The acknowledged writes that the rows do not have. */
async function lostWrites(): Promise<string[]> {
  const names = ["articles", "comments", "reviews", ...(Object.keys(calls) as Gift[])] as const;
  const stored = new Map(
    await Promise.all(names.map(async (name) => [name, await rows(name)] as const)),
  );
  const idsOf = (name: (typeof names)[number]) =>
    stored.get(name)!.flatMap(({ _id, removedAt }) => (removedAt ? [] : [String(_id)]));
  const texts = new Set([...idsOf("articles"), ...idsOf("comments"), ...idsOf("reviews")]);
  const given = new Set([
    ...stored.get("upvotes")!.map((row) => `upvotes ${row.user} ${row.article}`),
    ...stored.get("comment-upvotes")!.map((row) => `comment-upvotes ${row.user} ${row.comment}`),
    ...stored
      .get("followings")!
      .flatMap((row) => (row.leftAt ? [] : [`followings ${row.user} ${row.target}`])),
    ...stored.get("bookmarks")!.map((row) => `bookmarks ${row.user} ${row.target}`),
  ]);
  const isLost = (id: string) =>
    removedComments.has(id) ? texts.has(id) : !texts.has(id) && !removing.has(id);
  return [
    ...Object.entries(acknowledged).flatMap(([name, ids]) =>
      ids.filter(isLost).map((id) => `${name} ${id}`),
    ),
    ...[...gifts].flatMap(([key, isOn]) => {
      const isKnown = isOn !== undefined && texts.has(key.split(" ")[2]!);
      return isKnown && given.has(key) !== isOn ? [`${key} is ${isOn ? "missing" : "there"}`] : [];
    }),
  ];
}

const open = (site: Site) => startDatabase({ DATA_DIR: site.dataDir, MONGODB_URI: undefined });

test(
  `after ${KILLS} kills under load no acknowledged write is lost, and all counts are right within a minute`,
  async () => {
    let site = await startSite({ LOG_LEVEL: "warn" });
    const { dataDir } = site;
    await open(site);
    const members: SignedIn[] = [];
    while (members.length < CLIENTS) members.push(await addSignedIn());
    const articleIds: string[] = [];
    while (articleIds.length < ARTICLES) articleIds.push((await addArticle()).id);
    await closeDatabase();

    let wrongAfterKills = 0;
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const clients = members.map((member) => writeUntilKilled(site, member, articleIds));
      const [least, most] = WRITES;
      const enough = countWrites() + least + Math.random() * (most - least);
      await expect.poll(countWrites, { interval: 10 }).toBeGreaterThan(enough);
      await site.kill();
      await Promise.all(clients);
      await open(site);
      wrongAfterKills += (await wrongCounts()).length;
      // As if the 20 seconds had passed for which the killed process had claimed one.
      const announcements = mongoose.connection.collection("announcements");
      await announcements.updateMany({}, { $set: { dueAt: new Date() } });
      await closeDatabase();
      site = await startSite({ LOG_LEVEL: "warn" }, { dataDir });
    }

    const startedAt = Date.now();
    await open(site);
    // What a process that ended between a removal and its announcement has left is taken back when it is read.
    const readers = members.map(({ token }) =>
      fetch(`${site.origin}/api/notices?limit=100`, {
        headers: { Authorization: `Bearer ${token}` },
      }).then((response) => response.text()),
    );
    await Promise.all(readers);
    await expect.poll(wrongCounts, { timeout: MINUTE_MS, interval: 500 }).toEqual([]);
    const seconds = (Date.now() - startedAt) / 1000;
    // Clients that write without a pause leave people to be told later.
    const tolerance = { timeout: MINUTE_MS + KILLS * 10_000, interval: 1_000 };
    await expect.poll(wrongNotices, tolerance).toEqual([]);
    const toldSeconds = (Date.now() - startedAt) / 1000;
    expect(await wrongHeaders(site, members)).toEqual([]);
    expect(await lostWrites()).toEqual([]);
    await closeDatabase();
    expect(await site.stop()).toBe(0);
    process.stdout.write(
      `${KILLS} kills, ${countWrites()} writes acknowledged, ${wrongAfterKills} counts wrong after kills, none ${seconds} s after the last start, everybody told after ${toldSeconds} s\n`,
    );
  },
  KILLS * 30_000 + 300_000,
);
