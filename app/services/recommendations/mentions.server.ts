import { setTimeout as wait } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { millisecondsInDay } from "date-fns/constants";
import { subMilliseconds } from "date-fns/subMilliseconds";
import type { Cursor } from "~/domain/cursor";
import { SENTIMENT_DAYS } from "~/domain/sentiment/mention";
import { documentWeight, MOST_WEIGHT, SENTIMENT_METHOD } from "~/domain/sentiment/sentiment";
import { findSupport } from "~/models/article-counts.server";
import { articleTexts } from "~/models/article.server";
import { commentTexts, countOtherCommenters } from "~/models/comment.server";
import type { MentionBatch } from "~/models/decode-mentions";
import { readMentionBatches } from "~/models/mention-batches.server";
import type { StoredMention, WrittenKind } from "~/models/mention-row";
import {
  findMentionsOf,
  findOutdatedMentions,
  keepMentions,
  removeMentionsOf,
  storeMentions,
  type Window,
} from "~/models/mention.server";
import { reviewTexts } from "~/models/review.server";
import { saltsOf } from "~/models/text-salt.server";
import { countOtherUpvoters } from "~/models/upvote.server";
import type { TextSource, SourceText } from "~/models/text-source.server";
import { onceADay } from "../jobs/once-a-day.server";
import { scoreDocument, type ScoredDocument } from "./score-documents.server";
import { readOutsideMentions } from "../sources/outside.server";
import { inWorker, type RemoteJob } from "../worker/worker.server";
import type { MentionIntake } from "./mention-intake";
import { readOldestAccounts, readTrust } from "./supporters.server";
import { hashText } from "./text-hash";

/** How many documents are looked at at a time. */
const SLICE = 200;

/** Of how many articles the weights are looked up at a time. */
const ARTICLES = 250;

/** How many batches of a week are taken in at once: enough that reading goes on while a new thread starts. */
const BATCHES_UNDER_WAY = 24;

/** What somebody wrote, as far as mentions go. */
export interface MentioningDocument extends Omit<SourceText, "texts"> {
  kind: WrittenKind;
  /** Its parts, such as title and text. An article's last is Markdown, all others are plain text. */
  texts: readonly string[];
}

/** Where the texts of each kind are. */
export const writtenTexts: Record<WrittenKind, TextSource> = {
  article: articleTexts,
  comment: commentTexts,
  review: reviewTexts,
};
const kinds = Object.keys(writtenTexts) as WrittenKind[];

/** Finds and scores what a document mentions and stores it, in place of what was stored of it. */
export async function storeMentionsOf(document: MentioningDocument): Promise<void> {
  const found = scoreDocument(document.kind, document.texts);
  const salts = await saltsOf(found.mentions.length ? [document.id] : []);
  const mentions = mentionsOf(document, found, salts.get(document.id));
  await storeMentions(mentions);
  await keepMentions(
    document.id,
    mentions.map(({ token }) => token),
  );
}

/**
 * As `noteMentions` does, for what has just been posted: that stands, whatever becomes of its mentions.
 * What fails here is found and noted by the day's `refreshMentions`, long before it leaves the window.
 */
export async function tryToStoreMentionsOf(document: MentioningDocument): Promise<void> {
  await storeMentionsOf(document).catch(() => {});
}

/**
 * Scores what an edited document mentions. It keeps its time. Whatever else is written or removed at the same time,
 * what is stored in the end is what the document says in the end; a failure is left to the day's `refreshMentions`.
 */
export async function rescoreMentions(kind: WrittenKind, id: string): Promise<void> {
  const read = async () => (await writtenTexts[kind].find([id]))[0];
  try {
    let text = await read();
    for (let changed = true; changed;) {
      if (text) await storeMentionsOf({ ...text, kind });
      else await removeMentionsOf([id]);
      const now = await read();
      changed = !isDeepStrictEqual(now, text);
      text = now;
    }
  } catch {
    // The edit stands.
  }
}

/**
 * @param found what the document mentions
 * @param salt of the document, for the hash of its text
 * @returns the rows to store of it
 */
export function mentionsOf(
  { kind, id, authorId, createdAt, texts }: MentioningDocument,
  { mentions, sketch }: ScoredDocument,
  salt?: string,
): StoredMention[] {
  const hash = salt && mentions.length ? { textHash: hashText(salt, texts) } : {};
  return mentions.map(({ token, p }) => ({
    ...{ token, p, kind, sketch, ...hash },
    document: id,
    author: authorId,
    createdAt: createdAt.getTime(),
    method: SENTIMENT_METHOD,
  }));
}

export interface Gathering {
  /**
   * Weighs articles by the upvotes and comments there were when the window ended, and leaves outside
   * sources alone, which know of no past.
   */
  asOfThen?: boolean;
  signal?: AbortSignal;
}

/**
 * Gathers the mentions of what was written in a time, with what each document counts for. Rows of an older
 * method are scored again first.
 *
 * @param window `from` belongs to it, `to` does not
 * @param intake is given the mentions a batch at a time, here or in a worker thread, as there may be more
 *   than fit into memory
 * @returns the outside sources that were heard, as people call them
 */
export async function gatherMentions(
  window: Window,
  intake: MentionIntake | RemoteJob<MentionIntake>,
  { asOfThen = false, signal }: Gathering = {},
): Promise<string[]> {
  const outside = asOfThen ? null : readOutsideMentions(window, signal);
  await rescore(window, signal);
  const oldest = await readOldestAccounts();
  const weights = new ArticleWeights(asOfThen ? window.to : undefined);
  // One after the other, so that the order of what is stored does not depend on which answer comes first.
  const takeIn = async (batch: MentionBatch, before: Promise<void> | undefined) => {
    const { number, articles, newAuthors } = await intake.decode(batch);
    weights.add(articles);
    await before;
    await intake.trust(number, await readTrust(newAuthors, window.to, oldest));
  };
  // While one batch is looked up here, the next is decoded in the thread.
  const underWay: Promise<void>[] = [];
  for await (const batch of readMentionBatches(window)) {
    signal?.throwIfAborted();
    if (underWay.length >= BATCHES_UNDER_WAY) await underWay.shift();
    const takingIn = takeIn(batch, underWay.at(-1));
    // Should reading fail first, nobody awaits it; else it is thrown above.
    takingIn.catch(() => {});
    underWay.push(takingIn);
  }
  // Not before all mentions are read: the thread is to get the last of them soon, and has the more to do.
  const first = weights.lookUp();
  first.catch(() => {});
  await Promise.all(underWay);
  const addOutside = async () => {
    const { mentions = [], heard = [] } = (await outside) ?? {};
    await intake.add(mentions);
    await intake.close();
    return heard;
  };
  const [heard, ...found] = await Promise.all([addOutside(), first, weights.lookUp()]);
  for (const some of found.flat()) await intake.weigh(some);
  return heard;
}

/** Looks up what articles count for. */
class ArticleWeights {
  private readonly found = new Set<string>();
  /** The authors of those that are not looked up yet, by the articles' ids. */
  private waiting = new Map<string, string>();

  /** @param before counts only the upvotes and comments from before this date */
  constructor(private readonly before: Date | undefined) {}

  /** @param authors of articles, by their ids; those that were added before are left out */
  add(authors: ReadonlyMap<string, string>): void {
    for (const [id, author] of authors) {
      if (!this.found.has(id)) this.waiting.set(id, author);
      this.found.add(id);
    }
  }

  /** @returns what those count for that were added since the last time, some in each map */
  async lookUp(): Promise<Map<string, number>[]> {
    const articles = [...this.waiting];
    this.waiting = new Map();
    const weights: Map<string, number>[] = [];
    for (let from = 0; from < articles.length; from += ARTICLES) {
      weights.push(await weightsOf(new Map(articles.slice(from, from + ARTICLES)), this.before));
    }
    return weights;
  }
}

/** From how many upvotes an article has the most weight, even if one of them is its author's. */
const ENOUGH_UPVOTES = Math.ceil(Math.exp(MOST_WEIGHT - 1) - 1) + 1;

/**
 * @param authors of articles, by their ids
 * @returns what the articles count for
 */
async function weightsOf(
  authors: ReadonlyMap<string, string>,
  before: Date | undefined,
): Promise<Map<string, number>> {
  const weights = before ? new Map<string, number>() : await knownWeights([...authors.keys()]);
  const open = new Map([...authors].filter(([id]) => !weights.has(id)));
  if (!open.size) return weights;
  const [upvoters, commenters] = await Promise.all([
    countOtherUpvoters(open, before),
    countOtherCommenters(open, before),
  ]);
  for (const id of open.keys()) {
    weights.set(id, documentWeight(upvoters.get(id) ?? 0, commenters.get(id) ?? 0));
  }
  return weights;
}

/** @returns the weights of those articles of which the stored counts say enough: most of them */
async function knownWeights(ids: readonly string[]): Promise<Map<string, number>> {
  const support = await findSupport(ids);
  return new Map(
    [...support].flatMap(([id, { upvotes, commentsByOthers }]): [string, number][] => {
      if (upvotes >= ENOUGH_UPVOTES) return [[id, MOST_WEIGHT]];
      return upvotes || commentsByOthers ? [] : [[id, documentWeight(0, 0)]];
    }),
  );
}

/** Notes anew what an older method found in a time. */
async function rescore(window: Window, signal?: AbortSignal): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    const outdated = await findOutdatedMentions(window, SENTIMENT_METHOD, SLICE);
    if (!outdated.length) return;
    for (const kind of kinds) {
      const ids = outdated.filter((mention) => mention.kind === kind).map((one) => one.document);
      const unique = [...new Set(ids)];
      const found = await writtenTexts[kind].find(unique);
      await correct(kind, found, signal);
      const isThere = new Set(found.map(({ id }) => id));
      // A document that is gone mentions nothing.
      await removeMentionsOf(unique.filter((id) => !isThere.has(id)));
    }
  }
}

/** What a look at all documents found. */
export interface Refresh {
  documents: number;
  mentions: number;
  /** Of how many documents something else was stored, or nothing. */
  corrected: number;
}

interface Refreshing {
  /** Only what was written since; everything unless it is said. */
  since?: Date;
  signal?: AbortSignal;
  /** To rest between slices, in milliseconds. */
  restMs?: number;
  /** Told of after each slice: how many documents are done, of how many. */
  onProgress?: (done: number, all: number) => void;
}

/**
 * Notes the mentions of what is there already: of documents that were stored before mentions were
 * noted, past them, or when noting failed. What is right stays as it is, so that it can be done at any
 * time, again and beside a running site.
 */
export async function refreshMentions({
  since = new Date(0),
  signal,
  restMs = 0,
  onProgress,
}: Refreshing = {}): Promise<Refresh> {
  const sum: Refresh = { documents: 0, mentions: 0, corrected: 0 };
  const counts = await Promise.all(kinds.map((kind) => writtenTexts[kind].count(since)));
  const all = counts.reduce((before, count) => before + count, 0);
  for (const kind of kinds) {
    for (let after: Cursor | null = null; !signal?.aborted;) {
      const source = writtenTexts[kind];
      const page: Awaited<ReturnType<TextSource["list"]>> = await source.list(since, after, SLICE);
      const { texts, next } = page;
      const { mentions, corrected } = await correct(kind, texts);
      sum.documents += texts.length;
      sum.mentions += mentions;
      sum.corrected += corrected;
      // Some may have been written meanwhile.
      onProgress?.(sum.documents, Math.max(all, sum.documents));
      if (!next) break;
      after = next;
      if (restMs) await wait(restMs, undefined, { signal }).catch(() => {});
    }
  }
  return sum;
}

/** Stores what some documents mention, of those of which something else is stored. */
async function correct(kind: WrittenKind, texts: readonly SourceText[], signal?: AbortSignal) {
  const stored = new Map<string, StoredMention[]>();
  for (const mention of await findMentionsOf(texts.map(({ id }) => id))) {
    stored.set(mention.document, [...(stored.get(mention.document) ?? []), mention]);
  }
  const found = await scored(kind, texts, signal);
  const wrong = found.filter(
    ({ id, mentions }) => !isDeepStrictEqual(mentions, sorted(stored.get(id) ?? [])),
  );
  await storeMentions(wrong.flatMap(({ mentions }) => mentions));
  for (const { id, mentions } of wrong) {
    const tokens = mentions.map(({ token }) => token);
    const hasMore = stored.get(id)?.some(({ token }) => !tokens.includes(token));
    if (hasMore) await keepMentions(id, tokens);
  }
  return {
    mentions: found.reduce((before, { mentions }) => before + mentions.length, 0),
    corrected: wrong.length,
  };
}

/** What some documents mention, found and scored in a worker thread. */
async function scored(kind: WrittenKind, documents: readonly SourceText[], signal?: AbortSignal) {
  if (!documents.length) return [];
  const texts = documents.map((document) => document.texts);
  const found = await inWorker("mentions", (job) => job.scoreDocuments(kind, texts), signal);
  const salts = await saltsOf(
    documents.filter((_, i) => found[i]!.mentions.length).map(({ id }) => id),
  );
  return documents.map((document, i) => ({
    id: document.id,
    mentions: mentionsOf({ ...document, kind }, found[i]!, salts.get(document.id)),
  }));
}

const sorted = (mentions: readonly StoredMention[]) =>
  mentions.toSorted((one, other) => (one.token < other.token ? -1 : 1));

/**
 * Refreshes the mentions of the window and a day more, once a day.
 *
 * @returns as `onceADay` does
 */
export const refreshMentionsDaily = (signal?: AbortSignal): Promise<Refresh | null> =>
  onceADay(
    "mentions",
    (pace) => {
      const since = subMilliseconds(new Date(), (SENTIMENT_DAYS + 1) * millisecondsInDay);
      return refreshMentions({ since, ...pace });
    },
    signal,
  );
