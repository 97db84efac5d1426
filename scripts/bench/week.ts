/** Generates a week with many documents, and measures a sentiment recommendation that is made from it. */
import { setTimeout as sleep } from "node:timers/promises";
import mongoose, { Types } from "mongoose";
import { categories } from "~/domain/categories";
import { topics } from "~/domain/topics";
import { importArticles } from "~/models/article.server";
import { importComments } from "~/models/comment.server";
import { closeDatabase, startDatabase } from "~/models/connection.server";
import { importReviews } from "~/models/review.server";
import type { WrittenKind } from "~/models/mention-row";
import { importMentions } from "~/models/mention.server";
import { packMentionHours } from "~/services/recommendations/mention-hours.server";
import { countWeeksCommenters } from "~/services/recommendations/other-commenters.server";
import { setMember } from "~/models/user.server";
import { mentionsOf } from "~/services/recommendations/mentions.server";
import { scoreDocument } from "~/services/recommendations/score-documents.server";
import {
  countKinds,
  datesOver,
  idOf,
  makeWriter,
  memberId,
  memberName,
  numbers,
  sentence,
  type Random,
} from "./community";
import type { Site } from "./workshop";

const BATCH = 2_000;
const MEMBERS = 5_000;
/** All texts have the same salt, because these hashes need no protection. */
const SALT = "0".repeat(32);
const SHARES = { articles: 8, reviews: 4 };
/** Within the seven days that a recommendation reads, however long filling takes. */
const SPAN_MS = 6.5 * 86_400_000;

/** What was stored, and the processor time for finding and scoring its mentions. */
export interface Week {
  token: string;
  documents: number;
  mentions: number;
  scoringSeconds: number;
}

/**
 * Fills an empty data directory with `size` documents, each of which names a token or two. Their mentions
 * are found and scored by the same code as in the site, and imported in batches.
 */
export async function fillWeek(dataDir: string, size: number, now = new Date()): Promise<Week> {
  await startDatabase({ MONGODB_URI: undefined, DATA_DIR: dataDir });
  try {
    const random = numbers(size);
    await importMembers();
    const { articles, reviews, comments } = countKinds(size, SHARES);
    const at = datesOver(SPAN_MS, now);
    const noted = { documents: 0, mentions: 0, scoringSeconds: 0 };
    const note = (kind: WrittenKind, documents: readonly Noted[]) =>
      noteAll(kind, documents, noted);
    await inBatches(articles, async (indexes) => {
      const batch = indexes.map((i) => article(i, at(i, articles), random));
      await importArticles(batch);
      await note(
        "article",
        batch.map((one) => ({ ...one, texts: [one.title, one.summary, one.content] })),
      );
    });
    await inBatches(comments, async (indexes) => {
      const batch = indexes.map((i) => {
        const of = Math.floor((i / comments) * articles);
        return comment(i, at(i, comments), idOf(at(of, articles), of), random);
      });
      await importComments(batch);
      await note(
        "comment",
        batch.map((one) => ({ ...one, texts: [one.content] })),
      );
    });
    await inBatches(reviews, async (indexes) => {
      const batch = indexes.map((i) => review(i, at(i, reviews), random));
      await importReviews(batch);
      await note(
        "review",
        batch.map((one) => ({ ...one, authorId: one.userId, texts: [one.title, one.review] })),
      );
    });
    // The site does this every hour. The time is two minutes ahead, because an hour is not packed within a minute of a
    // change.
    await packMentionHours({ now: Date.now() + 2 * 60_000, restMs: 0 });
    await countWeeksCommenters({ restMs: 0 });
    const writer = await makeWriter();
    // A user who is not a member would get previews.
    await setMember(writer.id, true);
    return { ...noted, token: writer.token };
  } finally {
    await closeDatabase();
  }
}

interface Noted {
  id: string;
  authorId: string;
  createdAt: Date;
  texts: string[];
}

async function noteAll(
  kind: WrittenKind,
  documents: readonly Noted[],
  noted: Pick<Week, "documents" | "mentions" | "scoringSeconds">,
): Promise<void> {
  const started = performance.now();
  const mentions = documents.flatMap((document) =>
    mentionsOf({ ...document, kind }, scoreDocument(kind, document.texts), SALT),
  );
  noted.scoringSeconds += (performance.now() - started) / 1000;
  noted.documents += documents.length;
  noted.mentions += mentions.length;
  await importMentions(mentions);
}

/** Creates accounts that are old enough for their texts to count in full. */
async function importMembers(): Promise<void> {
  const createdAt = new Date("2024-01-01T00:00:00Z");
  await mongoose.connection.collection("users").insertMany(
    Array.from({ length: MEMBERS }, (_, i) => {
      const name = memberName(i);
      const key = name.toLowerCase();
      return {
        ...{ _id: new Types.ObjectId(memberId(i)), email: `${i}@example.com`, createdAt },
        ...{ name, nameKey: key, nameSkeleton: key, passwordHash: "none", isMember: false },
      };
    }),
  );
}

async function inBatches(
  size: number,
  store: (indexes: readonly number[]) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < size; from += BATCH) {
    await store(Array.from({ length: Math.min(BATCH, size - from) }, (_, i) => from + i));
  }
}

function article(index: number, createdAt: Date, random: Random) {
  const member = Math.floor(random() * MEMBERS);
  return {
    id: idOf(createdAt, index),
    title: sentence(random, 7).slice(0, -1),
    summary: opinion(random).slice(0, 200),
    url: `https://journal.example/${index}/week`,
    urlKey: `journal.example/${index}/week`,
    category: categories[index % categories.length]!.slug,
    content: Array.from({ length: 12 }, () => `${sentence(random, 12)} ${opinion(random)}`).join(
      "\n\n",
    ),
    authorId: memberId(member),
    reviewer: memberName(member),
    createdAt,
    views: 100,
    upvotes: Math.floor(Math.expm1(random() * random() * 7)),
    commentCount: 11,
    commentsByOthers: 11,
  };
}

function comment(index: number, createdAt: Date, articleId: string, random: Random) {
  const member = Math.floor(random() * MEMBERS);
  return {
    id: idOf(createdAt, 1_000_000 + index),
    articleId,
    authorId: memberId(member),
    username: memberName(member),
    content: `${sentence(random, 12)} ${opinion(random)}\n${sentence(random, 15)}`,
    createdAt,
  };
}

function review(index: number, createdAt: Date, random: Random) {
  const topic = topics[index % topics.length]!;
  const member = Math.floor(random() * MEMBERS);
  return {
    id: idOf(createdAt, 2_000_000 + index),
    title: `On ${topic.title}, part ${index}`,
    author: `Author ${index % 900}`,
    url: `https://journal.example/week/${index}`,
    workKey: `journal.example/week/${index}`,
    rating: 1 + (index % 5),
    userId: memberId(member),
    username: memberName(member),
    hub: topic.slug,
    category: topic.reviewCategories[index % topic.reviewCategories.length]!.slug,
    review: `${sentence(random, 15)} ${opinion(random)} ${sentence(random, 15)}`,
    createdAt,
  };
}

const NAMES = [
  "$BTC",
  "bitcoin",
  "$ETH",
  "Ethereum",
  "$SOL",
  "Solana",
  "$LINK",
  "$ADA",
  "dogecoin",
];
const VIEWS = [
  "looks strong to me and I like it",
  "is a great thing to hold for years",
  "was a terrible disappointment this week",
  "is not bad at this price",
  "has lost the support that it had",
  "goes on as before",
];

const opinion = (random: Random): string =>
  `I think that ${oneOf(NAMES, random)} ${oneOf(VIEWS, random)}.`;

const oneOf = (list: readonly string[], random: Random): string =>
  list[Math.floor(random() * list.length)]!;

/** What was measured while a recommendation was made. */
export interface GenerationFigures {
  seconds: number;
  /** The longest time that the site's event loop was blocked, in milliseconds. */
  heldMs: number;
  /** The durations of the pages that were requested at the same time, one after the other; empty if there were none. */
  pagesMs: number[];
}

/**
 * Generates a recommendation and measures it.
 *
 * @param pages paths that are requested in turn at the same time
 * @throws if it cannot be generated, or a page cannot be read
 */
export async function measureGeneration(
  site: Site,
  token: string,
  pages: readonly string[] = [],
): Promise<GenerationFigures> {
  await site.held();
  let isMade = false;
  const started = performance.now();
  const made = answered(`${site.origin}/api/sentiment-recommendations/generate`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
  }).finally(() => (isMade = true));
  const pagesMs: number[] = [];
  while (pages.length && !isMade) {
    pagesMs.push(await answered(site.origin + pages[pagesMs.length % pages.length]!));
    await sleep(5);
  }
  await made;
  return { seconds: (performance.now() - started) / 1000, heldMs: await site.held(), pagesMs };
}

/** Measures the same pages while nothing else happens. */
export async function measurePages(site: Site, pages: readonly string[]) {
  for (let i = 0; i < 30; i += 1) await answered(site.origin + pages[i % pages.length]!);
  await site.held();
  const pagesMs: number[] = [];
  while (pagesMs.length < 100) {
    pagesMs.push(await answered(site.origin + pages[pagesMs.length % pages.length]!));
    await sleep(5);
  }
  return { heldMs: await site.held(), pagesMs };
}

/** @returns the milliseconds until the last byte of the response */
async function answered(url: string, init?: RequestInit): Promise<number> {
  const started = performance.now();
  const response = await fetch(url, init);
  const body = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${body.slice(0, 200)}`);
  return performance.now() - started;
}
