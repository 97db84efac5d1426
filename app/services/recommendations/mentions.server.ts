import { setTimeout as delay } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { millisecondsInDay } from "date-fns/constants";
import { subMilliseconds } from "date-fns/subMilliseconds";
import type { Cursor } from "~/domain/cursor";
import { SENTIMENT_DAYS } from "~/domain/sentiment/mention";
import { SENTIMENT_METHOD } from "~/domain/sentiment/sentiment";
import { addedTokens } from "~/domain/tokens";
import { articleTexts } from "~/models/article.server";
import { commentTexts } from "~/models/comment.server";
import {
  findMentionsOf,
  findOrCreateTextSalts,
  findOutdatedMentions,
  keepMentions,
  removeMentionsOf,
  storeMentions,
  type StoredMention,
  type Window,
  type WrittenKind,
} from "~/models/mention.server";
import { reviewTexts } from "~/models/review.server";
import type { TextSource, SourceText } from "~/models/authored.server";
import { onceADay } from "../jobs/once-a-day.server";
import { scoreDocument, type ScoredDocument } from "../scoring/score-documents.server";
import { inWorker } from "../worker/worker.server";
import { createHash } from "node:crypto";

const BATCH_SIZE = 50;

/** A document that may mention tokens. */
export interface MentioningDocument extends Omit<SourceText, "texts"> {
  kind: WrittenKind;
  /** Its parts, such as title and text. An article's last is Markdown, all others are plain text. */
  texts: readonly string[];
}

export { findTokensOf } from "~/models/mention.server";

export const writtenTexts: Record<WrittenKind, TextSource> = {
  article: articleTexts,
  comment: commentTexts,
  review: reviewTexts,
};
const kinds = Object.keys(writtenTexts) as WrittenKind[];

/** Finds and scores the mentions of a document, and replaces its stored ones. */
export async function storeMentionsOf(document: MentioningDocument): Promise<void> {
  const found = scoreDocument(document.kind, document.texts);
  const salts = await findOrCreateTextSalts(found.mentions.length ? [document.id] : []);
  const mentions = mentionsOf(document, found, salts.get(document.id));
  await storeMentions(mentions);
  await keepMentions(
    document.id,
    mentions.map(({ token }) => token),
  );
}

/**
 * Like `storeMentionsOf`, for a document that has just been posted. Failures are ignored, because the document has been
 * stored: the daily `refreshMentions` stores its mentions long before it leaves the window.
 */
export async function tryToStoreMentionsOf(document: MentioningDocument): Promise<void> {
  await storeMentionsOf(document).catch(() => {});
}

/**
 * Scores the mentions of an edited document again. They keep the date of the document. Repeats until the document has
 * not changed meanwhile, so that concurrent edits leave the mentions of its final text. A failure is left to the daily
 * `refreshMentions`.
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

/** @param salt the salt of the document, for the hash of its text */
export function mentionsOf(
  { kind, id, authorId, createdAt, texts }: MentioningDocument,
  { mentions, sketch }: ScoredDocument,
  salt?: string,
): StoredMention[] {
  const hash = salt && mentions.length ? { textHash: hashText(salt, texts) } : {};
  return mentions.map(({ token, p }) => ({
    token,
    p,
    kind,
    sketch,
    ...hash,
    document: id,
    author: authorId,
    createdAt: createdAt.getTime(),
    method: scoringVersion(),
  }));
}

/** @returns the version of the method, and of the operator's tokens if there are any, such as `6` or `6-0c8d…` */
export const scoringVersion = (): string =>
  [SENTIMENT_METHOD, addedTokens().version].filter(Boolean).join("-");

/** Scores again the mentions in a time window that were scored by another method or with other tokens. */
export async function rescoreOutdated(window: Window, signal?: AbortSignal): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    const outdated = await findOutdatedMentions(window, scoringVersion(), BATCH_SIZE);
    if (!outdated.length) return;
    for (const kind of kinds) {
      const ids = outdated.filter((mention) => mention.kind === kind).map((one) => one.document);
      const unique = [...new Set(ids)];
      const found = await writtenTexts[kind].find(unique);
      await correct(kind, found, signal);
      const isThere = new Set(found.map(({ id }) => id));
      // The mentions of deleted documents are removed.
      await removeMentionsOf(unique.filter((id) => !isThere.has(id)));
    }
  }
}

export interface Refresh {
  documents: number;
  mentions: number;
  /** The number of documents whose stored mentions were wrong or missing. */
  corrected: number;
}

interface Refreshing {
  /** Only documents written since this date; by default all. */
  since?: Date;
  signal?: AbortSignal;
  /** The pause between batches, in milliseconds. */
  restMs?: number;
  /** Called after each batch with the number of documents done and the total. */
  onProgress?: (done: number, all: number) => void;
}

/**
 * Stores the mentions of existing documents: of those that were stored before mentions existed, by other means than
 * this code, or when storing mentions failed. Correct mentions are left as they are, so it can be repeated at any time
 * while the site is running.
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
      const page: ReturnType<TextSource["list"]> = writtenTexts[kind].list(
        since,
        after,
        BATCH_SIZE,
      );
      const { texts, next } = await page;
      const { mentions, corrected } = await correct(kind, texts);
      sum.documents += texts.length;
      sum.mentions += mentions;
      sum.corrected += corrected;
      // Documents may have been added meanwhile.
      onProgress?.(sum.documents, Math.max(all, sum.documents));
      if (!next) break;
      after = next;
      if (restMs) await delay(restMs, undefined, { signal }).catch(() => {});
    }
  }
  return sum;
}

/** Finds the mentions of some documents, and replaces the stored ones that are wrong. */
async function correct(kind: WrittenKind, texts: readonly SourceText[], signal?: AbortSignal) {
  const stored = await findMentionsOf(texts.map(({ id }) => id));
  const storedOf = (id: string) => sorted(stored.filter(({ document }) => document === id));
  const found = await scored(kind, texts, signal);
  const wrong = found.filter(({ id, mentions }) => !isDeepStrictEqual(mentions, storedOf(id)));
  await storeMentions(wrong.flatMap(({ mentions }) => mentions));
  for (const { id, mentions } of wrong) {
    const tokens = mentions.map(({ token }) => token);
    if (storedOf(id).some(({ token }) => !tokens.includes(token))) await keepMentions(id, tokens);
  }
  return {
    mentions: found.reduce((before, { mentions }) => before + mentions.length, 0),
    corrected: wrong.length,
  };
}

/** Finds and scores the mentions of some documents, in a worker thread. */
async function scored(kind: WrittenKind, documents: readonly SourceText[], signal?: AbortSignal) {
  if (!documents.length) return [];
  const texts = documents.map((document) => document.texts);
  const found = await inWorker("mentions", (job) => job.scoreDocuments(kind, texts), signal);
  const salts = await findOrCreateTextSalts(
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
 * Once a day, refreshes the mentions of the window of the sentiment engine and of one more day.
 * @returns as `onceADay` does
 */
export function refreshMentionsDaily(signal?: AbortSignal): Promise<Refresh | null> {
  const since = subMilliseconds(new Date(), (SENTIMENT_DAYS + 1) * millisecondsInDay);
  return onceADay("mentions", (pace) => refreshMentions({ since, ...pace }), signal);
}

/**
 * @param salt the salt of the document, in hexadecimal
 * @param texts the texts of the document, such as title and content
 * @returns the SHA-256, in base64url, of the salt and the texts as JSON; reveals nothing of the text without the salt
 */
export const hashText = (salt: string, texts: readonly string[]): string =>
  createHash("sha256").update(salt).update(JSON.stringify(texts)).digest("base64url");
