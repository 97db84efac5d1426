import { setTimeout as wait } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { millisecondsInDay } from "date-fns/constants";
import { subMilliseconds } from "date-fns/subMilliseconds";
import type { Cursor } from "~/domain/cursor";
import { SENTIMENT_DAYS } from "~/domain/sentiment/mention";
import { SENTIMENT_METHOD } from "~/domain/sentiment/sentiment";
import { articleTexts } from "~/models/article.server";
import { commentTexts } from "~/models/comment.server";
import type { StoredMention, Window, WrittenKind } from "~/models/mention-row";
import {
  findMentionsOf,
  findOutdatedMentions,
  keepMentions,
  removeMentionsOf,
  storeMentions,
} from "~/models/mention.server";
import { reviewTexts } from "~/models/review.server";
import { saltsOf } from "~/models/text-salt.server";
import type { TextSource, SourceText } from "~/models/text-source.server";
import { onceADay } from "../jobs/once-a-day.server";
import { scoreDocument, type ScoredDocument } from "./score-documents.server";
import { inWorker } from "../worker/worker.server";
import { hashText } from "./text-hash";

/** How many documents are looked at at a time. */
const SLICE = 50;

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
 * As `storeMentionsOf` does, for what has just been posted: that stands, whatever becomes of its mentions.
 * What fails here is found and stored by the day's `refreshMentions`, long before it leaves the window.
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

/** Scores again what an older method found in a time. */
export async function rescoreOutdated(window: Window, signal?: AbortSignal): Promise<void> {
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
