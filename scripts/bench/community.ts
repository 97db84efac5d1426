/**
 * Generates a community for measuring: always the same one for a size, with texts of realistic length.
 */
import { categories } from "~/domain/categories";
import { encodeCursor } from "~/domain/cursor";
import { hotRank, type ArticleSort } from "~/domain/ranking";
import { importArticles, type ImportedArticle } from "~/models/article.server";
import { importComments } from "~/models/comment.server";
import { closeDatabase, startDatabase } from "~/models/connection.server";
import { openSessions } from "~/models/session.server";
import { importUpvotes } from "~/models/upvote.server";
import { createUser } from "~/models/user.server";
import { sessionCookie } from "~/utils/http/auth.server";

/** The percentages of articles and reviews among documents; the rest are comments. */
export interface DocumentShares {
  articles: number;
  reviews: number;
}

/** @returns how many of `size` documents are of each kind */
export function countKinds(size: number, shares: DocumentShares) {
  const articles = Math.round((size * shares.articles) / 100);
  const reviews = Math.round((size * shares.reviews) / 100);
  return { articles, reviews, comments: size - articles - reviews };
}

/** @returns a function that gives the date of a document: evenly spread over a span that ends now, oldest first */
export const datesOver =
  (spanMs: number, now: Date) =>
  (index: number, all: number): Date =>
    new Date(now.getTime() - spanMs * (1 - index / all));

/** What a measurement needs to know about a community to request its pages. */
export interface Community {
  size: number;
  /** Ids of articles that are spread evenly over the community. */
  articleIds: readonly string[];
  /** For each sort order, the cursor of the article in the middle. */
  middle: Record<ArticleSort, string>;
  writer: Writer;
}

/** The sessions of a user who may write. */
export interface Writer {
  id: string;
  token: string;
  /** For the `Cookie` header of a browser. */
  cookie: string;
}

/** The size of a batch: large enough to be fast, small enough for one message to the database. */
const BATCH = 2_000;
const MEMBERS = 200;
/** How many articles are read in turn: a single one would always come from caches. */
const ARTICLES_READ = 500;
const SPAN_MS = 2 * 365 * 86_400_000;

/** Fills an empty data directory through the import functions of the models. */
export async function fillCommunity(
  dataDir: string,
  size: number,
  now = new Date(),
): Promise<Community> {
  await startDatabase({ MONGODB_URI: undefined, DATA_DIR: dataDir });
  try {
    const random = numbers(size);
    const places: Place[] = [];
    for (let from = 0; from < size; from += BATCH) {
      const count = Math.min(BATCH, size - from);
      const articles = Array.from({ length: count }, (_, i) =>
        articleOf(from + i, size, now, random),
      );
      await importArticles(articles);
      await importComments(articles.flatMap((article) => commentsOn(article, random)));
      await importUpvotes(articles.flatMap(upvotesOn));
      places.push(...articles.map(placeOf));
    }
    const step = Math.max(1, Math.floor(size / ARTICLES_READ));
    return {
      size,
      articleIds: places.filter((_, i) => i % step === 0).map(({ id }) => id),
      middle: {
        new: middleOf(places, "new"),
        hot: middleOf(places, "hot"),
        top: middleOf(places, "top"),
      },
      writer: await makeWriter(),
    };
  } finally {
    await closeDatabase();
  }
}

/** Creates a user who may write, with open sessions. */
export async function makeWriter(): Promise<Writer> {
  const writer = await createUser({
    email: "writer@example.com",
    name: "Writer",
    // The account needs no password, because only its sessions are used.
    passwordHash: "none",
  });
  if (!writer) throw new Error("The data directory was not empty");
  const { token, browser } = await openSessions(writer.id, ["token", "browser"], {
    userAgent: "bench",
  });
  return { id: writer.id, token, cookie: (await sessionCookie(browser)).split(";")[0]! };
}

/** The values by which an article is sorted in each order. */
type Place = { id: string } & Record<ArticleSort, number>;

const placeOf = (article: ImportedArticle): Place => ({
  id: article.id,
  new: article.createdAt.getTime(),
  hot: hotRank(article),
  top: article.upvotes,
});

function middleOf(places: readonly Place[], sort: ArticleSort): string {
  const sorted = places.toSorted((a, b) => b[sort] - a[sort] || (a.id < b.id ? 1 : -1));
  const { id, [sort]: value } = sorted[Math.floor(sorted.length / 2)]!;
  return encodeCursor({ id, value });
}

function articleOf(index: number, size: number, now: Date, random: Random): ImportedArticle {
  // Oldest first, evenly over two years, in the order of the ids.
  const createdAt = new Date(now.getTime() - SPAN_MS * (1 - index / size));
  // Most articles have few upvotes, a few have many.
  const upvotes = Math.floor(Math.expm1(random() * random() * 3));
  const commentCount = index % 4;
  const member = Math.floor(random() * MEMBERS);
  return {
    id: idOf(createdAt, index),
    title: sentence(random, 7).slice(0, -1),
    summary: `${sentence(random, 11)} ${sentence(random, 11)}`.slice(0, 200),
    url: `https://journal.example/${index}/notes`,
    urlKey: `journal.example/${index}/notes`,
    category: categories[index % categories.length]!.slug,
    content: markdown(random),
    authorId: memberId(member),
    reviewer: memberName(member),
    createdAt,
    views: upvotes * 9 + Math.floor(random() * 50),
    upvotes,
    commentCount,
    commentsByOthers: commentCount,
  };
}

/** @returns all members except the author, whose own upvotes and comments do not count */
const othersThan = (authorId: string): number[] =>
  Array.from({ length: MEMBERS }, (_, member) => member).filter(
    (member) => memberId(member) !== authorId,
  );

/** Generates as many upvotes as the article's count says, so that the upkeep finds nothing to correct. */
function upvotesOn({ id, authorId, createdAt, upvotes }: ImportedArticle) {
  const others = othersThan(authorId);
  const first = Number.parseInt(id.slice(8), 16);
  return Array.from({ length: upvotes }, (_, i) => ({
    ...{ articleId: id, createdAt },
    userId: memberId(others[(first + i) % others.length]!),
  }));
}

function commentsOn(article: ImportedArticle, random: Random) {
  const { id, authorId, createdAt, commentCount } = article;
  const others = othersThan(authorId);
  return Array.from({ length: commentCount }, (_, i) => {
    const member = others[Math.floor(random() * others.length)]!;
    const at = new Date(createdAt.getTime() + (i + 1) * 60_000);
    return {
      id: idOf(at, Number.parseInt(id.slice(8), 16) * 4 + i),
      articleId: id,
      authorId: memberId(member),
      username: memberName(member),
      content: `${sentence(random, 12)}\n${sentence(random, 15)} https://journal.example/${i}`,
      createdAt: at,
    };
  });
}

export const memberId = (member: number) => idOf(new Date(0), member);
export const memberName = (member: number) => `Member ${member}`;

/** Creates an ObjectId for a time: its seconds, then the number. */
export const idOf = (at: Date, number: number) =>
  Math.floor(at.getTime() / 1000)
    .toString(16)
    .padStart(8, "0") + number.toString(16).padStart(16, "0");

export type Random = () => number;

/** Creates a generator of pseudo-random numbers from 0 to 1 that depend only on the seed (linear congruential). */
export function numbers(seed: number): Random {
  let state = seed >>> 0;
  return () => (state = (state * 1_664_525 + 1_013_904_223) >>> 0) / 2 ** 32;
}

const WORDS = (
  "the yield of a bond that nobody wants tells more about its risk than any rating and in a " +
  "quiet market every price is an opinion held by whoever sold last while liquidity drains from " +
  "small tokens first when treasuries move because investors read the same charts governance " +
  "votes pass with few voices but costs compound longer than returns do so an allocation which " +
  "survives its owner's doubts beats one that is optimal on paper only"
).split(" ");

export function sentence(random: Random, length: number): string {
  const words = Array.from(
    { length: length + Math.floor(random() * 5) },
    () => WORDS[Math.floor(random() * WORDS.length)]!,
  ).join(" ");
  return `${words[0]!.toUpperCase()}${words.slice(1)}.`;
}

const paragraph = (random: Random) =>
  Array.from({ length: 4 }, () => sentence(random, 10)).join(" ");

/** Generates about 1200 characters with commonly used Markdown. */
const markdown = (random: Random) =>
  [
    paragraph(random),
    `## ${sentence(random, 4)}`,
    `${paragraph(random)} See [the source](https://journal.example/source), which **disagrees**.`,
    `- ${sentence(random, 8)}\n- ${sentence(random, 8)}\n- ${sentence(random, 8)}`,
    `> ${sentence(random, 12)}`,
    paragraph(random),
  ].join("\n\n");
