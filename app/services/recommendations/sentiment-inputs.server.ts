/** The mentions that sentiment recommendations were computed from. */
import { reviewPath } from "~/config/hubs";
import { commentPath } from "~/domain/comment-path";
import type { Mention, UnlistedCounts } from "~/domain/sentiment/mention";
import type { Sentiment } from "~/domain/sentiment/sentiment";
import { findCommentPlaces } from "~/models/comment.server";
import { readInputs } from "~/models/recommendation-inputs.server";
import { findReviewPlaces } from "~/models/review.server";
import { findNames } from "~/models/user.server";
import { notFoundError } from "../errors";
import type { MentionInput } from "../scoring/sentiment-calculation";
import { outsideLink } from "../sources/outside.server";

export const INPUTS_PER_PAGE = 100;

export interface SentimentInputRow extends MentionInput {
  /** Its place among all mentions of the recommendation, from 1. */
  number: number;
  /** The name of the author's account; `null` if it does not exist. */
  authorName: string | null;
  /** The URL or path of the document; `null` if it is unknown or the document no longer exists. */
  link: string | null;
}

/**
 * Reads a page of the mentions that a recommendation was computed from: those of one token, or all mentions
 * grouped by token.
 *
 * @param list pages are counted from 1; beyond the last page, the last one is read. The number of a `mention` selects
 *   the page that has it instead; one that is not among those listed is ignored
 * @throws ServiceError `notFound` for a token that nobody mentioned
 */
export async function readSentimentInputs(
  {
    recommendation,
    calculation,
    unlisted,
  }: { recommendation: { id: string }; calculation: Sentiment; unlisted: UnlistedCounts },
  { token, page: wanted = 1, mention }: { token?: string; page?: number; mention?: number } = {},
): Promise<{ page: number; pages: number; rows: SentimentInputRow[] }> {
  const { first, count } = placeOf(calculation, unlisted, token);
  const pages = Math.max(1, Math.ceil(count / INPUTS_PER_PAGE));
  const place = (mention ?? 0) - 1 - first;
  const page =
    place >= 0 && place < count ? Math.floor(place / INPUTS_PER_PAGE) + 1 : Math.min(wanted, pages);
  const from = first + (page - 1) * INPUTS_PER_PAGE;
  const to = Math.min(from + INPUTS_PER_PAGE, first + count);
  const stored = await readInputs<MentionInput>(recommendation.id, from, to);
  const [links, names] = await Promise.all([
    linksOf(stored),
    findNames(stored.filter(({ kind }) => kind !== "outside").map(({ author }) => author)),
  ]);
  const rows = stored.map((row, i) => ({
    ...row,
    number: from + i + 1,
    authorName: names.get(row.author) ?? null,
    link: links.get(row.document) ?? null,
  }));
  return { page, pages, rows };
}

/** The order of the tokens among the stored rows. */
const bySymbol = (one: { token: string }, other: { token: string }) =>
  one.token < other.token ? -1 : 1;

/** Returns the range of a token's mentions among the stored rows. */
function placeOf(
  { tokens }: Sentiment,
  unlisted: UnlistedCounts,
  symbol?: string,
): { first: number; count: number } {
  let first = 0;
  for (const { token, mentionCount } of tokens.toSorted(bySymbol)) {
    const count = mentionCount - (unlisted[token] ?? 0);
    if (token === symbol) return { first, count };
    first += count;
  }
  if (symbol !== undefined) throw notFoundError("Token");
  return { first: 0, count: first };
}

/** @returns the links to the documents of some mentions, by document id */
async function linksOf(mentions: readonly Mention[]): Promise<Map<string, string | null>> {
  const of = (kind: Mention["kind"]) => [
    ...new Set(mentions.filter((mention) => mention.kind === kind).map(({ document }) => document)),
  ];
  const [comments, reviews] = await Promise.all([
    findCommentPlaces(of("comment")),
    findReviewPlaces(of("review")),
  ]);
  return new Map([
    ...of("article").map((id) => [id, `/article/${id}`] as const),
    ...of("outside").map((id) => [id, outsideLink(id)] as const),
    ...comments.map((comment) => [comment.id, commentPath(comment)] as const),
    ...[...reviews].map(([id, review]) => [id, reviewPath({ id, ...review })] as const),
  ]);
}
