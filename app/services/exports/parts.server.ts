/**
 * The parts of a data export: the reader of each list in `exportLists`, and the collections that are left out. A test
 * fails if a collection is in neither.
 */
import { decodeCursor, type Cursor, type Page } from "~/domain/cursor";
import type { EditableKind } from "~/domain/editing";
import { topics } from "~/domain/topics";
import { listLinksOf } from "~/models/account-link.server";
import { readApplicationsOf, readVotesOf } from "~/models/membership-application.server";
import { listArticlesOf } from "~/models/article.server";
import { listCommentsOf } from "~/models/comment.server";
import { listWholeDrafts } from "~/models/draft.server";
import { listEvents } from "~/models/event.server";
import { findContributors } from "~/models/hub.server";
import { readMailsTo } from "~/models/mail.server";
import { findMentionsOf } from "~/models/mention.server";
import { listPasskeys } from "~/models/passkey.server";
import { findStoredAccount } from "~/models/profile.server";
import { listReviewsOf } from "~/models/review.server";
import { readRevisions } from "~/models/revision.server";
import { findSecondFactor } from "~/models/second-factor.server";
import { listSignIns } from "~/models/session.server";
import { readUpvotesOf } from "~/models/upvote.server";
import type { ExportedAccount, ExportedItem, ExportListName } from "~/schemas/export";

/** Rows per batch. */
const BATCH_SIZE = 50;
/** More sessions than anybody has. */
const MAX_SESSIONS = 10_000;

type Rows<Item> = AsyncGenerator<Item, void, undefined>;

/** A list of the export. */
interface Part<Item> {
  /** The collections that it is read from. */
  collections: readonly string[];
  read(userId: string): Rows<Item>;
}

/** Reads all pages of a list. */
async function* allOf<Item>(list: (after: Cursor | null) => Promise<Page<Item>>): Rows<Item> {
  let after: Cursor | null = null;
  do {
    const page: Page<Item> = await list(after);
    yield* page.items;
    after = page.next === null ? null : decodeCursor(page.next);
  } while (after);
}

async function* mapped<From, To>(rows: AsyncIterable<From>, to: (row: From) => To): Rows<To> {
  for await (const row of rows) yield to(row);
}

async function* once<Item>(list: Promise<readonly Item[]>): Rows<Item> {
  yield* await list;
}

const iso = (date: Date) => date.toISOString();
const isoOrNull = (date: Date | null) => date && iso(date);

/** Reads a user's articles with their content, newest first. */
export const readArticles = (userId: string): Rows<ExportedItem<"articles">> =>
  mapped(
    allOf((after) => listArticlesOf(userId, { after, limit: BATCH_SIZE, withContent: true })),
    ({
      authorId: _,
      reviewer: __,
      version: ___,
      content = "",
      createdAt,
      editedAt,
      repostedAt,
      ...article
    }) => ({
      ...article,
      content,
      createdAt: iso(createdAt),
      editedAt: isoOrNull(editedAt),
      repostedAt: isoOrNull(repostedAt),
    }),
  );

/** Reads a user's reviews, newest first. */
export const readReviews = (userId: string): Rows<ExportedItem<"reviews">> =>
  mapped(
    allOf((after) => listReviewsOf(userId, { after, limit: BATCH_SIZE })),
    ({ userId: _, username: __, version: ___, createdAt, updatedAt, editedAt, ...review }) => ({
      ...review,
      createdAt: iso(createdAt),
      updatedAt: iso(updatedAt),
      editedAt: isoOrNull(editedAt),
    }),
  );

const readComments = (userId: string): Rows<ExportedItem<"comments">> =>
  mapped(
    allOf((after) => listCommentsOf(userId, { after, limit: BATCH_SIZE })),
    ({ id, articleId, content, createdAt, editedAt }) => ({
      id,
      articleId,
      content,
      createdAt: iso(createdAt),
      editedAt: isoOrNull(editedAt),
    }),
  );

async function* readRevisionsOf(userId: string): Rows<ExportedItem<"revisions">> {
  const lists = { article: listArticlesOf, review: listReviewsOf, comment: listCommentsOf };
  for (const [kind, list] of Object.entries(lists) as [EditableKind, (typeof pages)[number]][]) {
    const pieces = allOf<{ id: string; editedAt: Date | null }>((after) =>
      list(userId, { after, limit: BATCH_SIZE }),
    );
    for await (const { id, editedAt } of pieces) {
      if (!editedAt) continue;
      for await (const { version, writtenAt, fields } of readRevisions(id)) {
        yield { kind, documentId: id, version, writtenAt: iso(writtenAt), fields };
      }
    }
  }
}

const pages = [listArticlesOf, listReviewsOf, listCommentsOf] as const;

async function* readMentions(userId: string): Rows<ExportedItem<"mentions">> {
  for (const list of pages) {
    const pieces = allOf<{ id: string }>((after) => list(userId, { after, limit: BATCH_SIZE }));
    for await (const ids of inBatches(pieces)) {
      for (const { kind, document, token, p, createdAt } of await findMentionsOf(ids)) {
        yield { kind, documentId: document, token, score: p, createdAt: iso(new Date(createdAt)) };
      }
    }
  }
}

async function* inBatches(pieces: AsyncIterable<{ id: string }>): Rows<string[]> {
  let ids: string[] = [];
  for await (const { id } of pieces) {
    ids.push(id);
    if (ids.length < BATCH_SIZE) continue;
    yield ids;
    ids = [];
  }
  if (ids.length) yield ids;
}

async function* readEvents(userId: string): Rows<ExportedItem<"events">> {
  for (let before: string | undefined; ;) {
    const events = await listEvents({ user: userId, before }, BATCH_SIZE);
    for (const { kind, level, at, address, count, details } of events) {
      const own = level === "info" ? address : null;
      yield { kind, at: iso(at), address: own, count, details };
    }
    before = events.at(-1)?.id;
    if (events.length < BATCH_SIZE) return;
  }
}

/** The lists, in the order of the export. */
export const parts: { [Name in ExportListName]: Part<ExportedItem<Name>> } = {
  articles: { collections: ["articles"], read: readArticles },
  reviews: { collections: ["reviews"], read: readReviews },
  comments: { collections: ["comments"], read: readComments },
  revisions: { collections: ["revisions"], read: readRevisionsOf },
  drafts: {
    collections: ["drafts"],
    read: (userId) =>
      mapped(once(listWholeDrafts(userId)), ({ id, form, hub, fields, updatedAt }) => ({
        id,
        form,
        hub,
        fields,
        updatedAt: iso(updatedAt),
      })),
  },
  upvotes: {
    collections: ["upvotes"],
    read: (userId) =>
      mapped(readUpvotesOf(userId), ({ articleId, createdAt }) => ({
        articleId,
        createdAt: iso(createdAt),
      })),
  },
  mentions: { collections: ["mentions"], read: readMentions },
  applications: {
    collections: ["applications"],
    read: (userId) =>
      mapped(readApplicationsOf(userId), ({ id, statement, status, needed, ...application }) => ({
        id,
        statement,
        status,
        needed,
        openedAt: iso(application.openedAt),
        closesAt: iso(application.closesAt),
        closedAt: isoOrNull(application.closedAt),
      })),
  },
  votes: {
    collections: ["applications"],
    read: (userId) => mapped(readVotesOf(userId), ({ at, ...vote }) => ({ ...vote, at: iso(at) })),
  },
  sessions: {
    collections: ["sessions"],
    read: (userId) =>
      mapped(once(listSignIns(userId, MAX_SESSIONS)), (session) => ({
        ...session,
        createdAt: iso(session.createdAt),
        lastSeenAt: isoOrNull(session.lastSeenAt),
        expiresAt: iso(session.expiresAt),
      })),
  },
  passkeys: {
    collections: ["passkeys"],
    read: (userId) =>
      mapped(once(listPasskeys(userId)), ({ id, name, createdAt, lastUsedAt }) => ({
        id,
        name,
        createdAt: iso(createdAt),
        lastUsedAt: isoOrNull(lastUsedAt),
      })),
  },
  links: {
    collections: ["account-links"],
    read: (userId) =>
      mapped(once(listLinksOf(userId)), (link) => ({ ...link, expiresAt: iso(link.expiresAt) })),
  },
  mails: {
    collections: ["mails"],
    read: (userId) =>
      mapped(readMailsTo(userId), ({ to, subject, createdAt, expiresAt }) => ({
        to,
        subject,
        createdAt: iso(createdAt),
        expiresAt: iso(expiresAt),
      })),
  },
  events: { collections: ["events"], read: readEvents },
};

/** The collections that the account part is read from. */
export const ACCOUNT_COLLECTIONS = ["users", "contributors", "second-factors"] as const;

/** @returns the account as it is exported, or `null` if it is deleted or being deleted */
export async function readAccountPart(userId: string): Promise<ExportedAccount | null> {
  const stored = await findStoredAccount(userId);
  if (!stored) return null;
  const hubs = topics.map(({ slug }) => slug);
  const [factor, contributions] = await Promise.all([
    findSecondFactor(userId),
    findContributors(hubs, [userId]),
  ]);
  const { addressesUsedAt, leaving, createdAt, ...account } = stored;
  return {
    ...account,
    createdAt: iso(createdAt),
    addressesUsedAt: addressesUsedAt.map(iso),
    leaving: leaving && { ...leaving, at: iso(leaving.at) },
    hubs: contributions.map(({ hub }) => hub),
    secondFactor: factor && {
      confirmedAt: iso(factor.confirmedAt),
      recoveryCodesLeft: factor.recoveryCodesLeft,
    },
  };
}

/** The collections that are not exported, and why. */
export const EXCLUDED_COLLECTIONS: Readonly<Record<string, string>> = {
  daykeys: "random keys",
  "deleted-names": "keyed hashes of deleted accounts",
  "export-chunks": "the copies themselves",
  exports: "the copies themselves",
  facts: "what the site notes of itself",
  "form-submissions": "for a day, hashes of forms that were sent, so that none is acted on twice",
  hubs: "counts of everybody",
  invalidations: "which pages have changed",
  "job-locks": "which process does what",
  limits: "counts that end within a day",
  "pending-steps": "secrets of sign-ins that are under way",
  prices: "prices",
  ledger: "what was recommended, and hashes of pieces that say nothing without their salts",
  "recommendation-drafts": "which recommendations are being made",
  "recommendation-inputs": "ids of pieces, as they were when a recommendation was made",
  recommendations: "made from everybody's pieces",
  "removed-articles": "articles that you removed, without their texts",
  "scheduled-recommendations": "which recommendation is a week's",
  supporters: "made from upvotes, which are there",
  "text-salts": "random numbers",
  "unsettled-outcomes": "which outcomes are to be settled",
  views: "hashes that nobody can tell whose they are",
  works: "ratings of everybody",
};
