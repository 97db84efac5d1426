/** What moderators know of the authors of the texts in the queue. */
import type { DecisionKind } from "~/domain/moderation";
import { countArticlesOf } from "~/models/article.server";
import { findStandings, type AuthorStanding } from "~/models/author-standing.server";
import { countCommentsOf } from "~/models/comment.server";
import { listInForceAbout } from "~/models/listed-decisions.server";
import { countReviewsOf } from "~/models/review.server";
import { findNames } from "~/models/user.server";
import { findWriters } from "~/models/writer.server";

export interface AuthorRecord extends AuthorStanding {
  articles: number;
  comments: number;
  reviews: number;
  /** How often what was decided about them and their texts, without what was undone. */
  decisions: Partial<Record<DecisionKind, number>>;
  /** Who invited them; `null` if nobody did, or the account is gone. */
  invitedBy: string | null;
}

/** How many decisions are counted for the authors of a page together; beyond that, the numbers are too small. */
const MAX_DECISIONS = 2_000;

/** @returns the records of some accounts, by id, without those that are gone */
export async function readRecords(
  authorIds: readonly string[],
): Promise<Map<string, AuthorRecord>> {
  const ids = [...new Set(authorIds)];
  const [standings, writers, decisions] = await Promise.all([
    findStandings(ids),
    findWriters(ids),
    listInForceAbout(ids, MAX_DECISIONS),
  ]);
  const names = await findNames(standings.flatMap(({ invitedById }) => invitedById ?? []));
  const counts = new Map(writers.map((writer) => [writer.id, writer]));
  const records = await Promise.all(
    standings.map(async (standing): Promise<AuthorRecord> => {
      const about = decisions.filter(({ authorId }) => authorId === standing.id);
      const kinds: Partial<Record<DecisionKind, number>> = {};
      for (const { decision } of about) kinds[decision] = (kinds[decision] ?? 0) + 1;
      return {
        ...standing,
        ...pickCounts(counts.get(standing.id) ?? (await countTexts(standing))),
        decisions: kinds,
        invitedBy: names.get(standing.invitedById ?? "") ?? null,
      };
    }),
  );
  return new Map(records.map((record) => [record.id, record]));
}

type Counts = Pick<AuthorRecord, "articles" | "comments" | "reviews">;
const pickCounts = ({ articles, comments, reviews }: Counts) => ({ articles, comments, reviews });

/** Counts the texts of an account that is not among the writers: its address is not proven, or it wrote nothing. */
async function countTexts({ id, hasProvenEmail }: AuthorStanding): Promise<Counts> {
  if (hasProvenEmail) return { articles: 0, comments: 0, reviews: 0 };
  const [articles, comments, reviews] = await Promise.all([
    countArticlesOf(id),
    countCommentsOf(id),
    countReviewsOf(id),
  ]);
  return { articles, comments, reviews };
}
