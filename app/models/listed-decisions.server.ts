/** Decisions in the lists that moderators work with. */
import type { Cursor, Page } from "~/domain/cursor";
import { collectionOf } from "./collection.server";
import { toObjectId, withIds } from "./ids.server";
import {
  ModerationDecisionModel,
  moderationDecisions,
  type DecisionRow,
  type ModerationDecision,
} from "./moderation-decision.server";

const brief = collectionOf(
  ModerationDecisionModel,
  ({ _id, author, decision }: DecisionRow) => ({
    id: _id.toHexString(),
    authorId: author?.toHexString() ?? null,
    decision,
  }),
  { author: 1, decision: 1 },
);

/** @returns up to `limit` decisions in force about some people and what they wrote, in no order */
export const listInForceAbout = (authorIds: readonly string[], limit: number) =>
  brief.list({ author: { $in: authorIds.map(toObjectId) }, undone: null }, { limit });

/** @returns what some decisions decided, by their ids */
export const findDecisionKinds = async (ids: readonly string[]) =>
  new Map((await brief.list(withIds(ids))).map(({ id, decision }) => [id, decision]));

/** The bound on the time leaves out the decisions without an appeal, which the index has as well. */
const APPEALED = { "appeal.outcome": null, "appeal.at": { $gt: new Date(0) } };
const OLDEST_APPEAL = { "appeal.outcome": 1, "appeal.at": 1, _id: 1 } as const;

/** @returns up to `limit` decisions whose appeals wait, oldest appeal first */
export const listWaitingAppeals = (limit: number): Promise<ModerationDecision[]> =>
  moderationDecisions.list(APPEALED, { sort: OLDEST_APPEAL, limit });

/** @returns how many appeals wait, counting no further than `limit` */
export const countWaitingAppeals = (limit: number): Promise<number> =>
  ModerationDecisionModel.countDocuments(APPEALED).limit(limit);

/** Reads a page of all decisions, newest first. @param moderatorId only those that this person has taken */
export const listDecided = (
  moderatorId: string | undefined,
  page: { after: Cursor | null; limit: number },
): Promise<Page<ModerationDecision>> =>
  moderationDecisions.page({
    ...page,
    filter: moderatorId === undefined ? {} : { by: toObjectId(moderatorId) },
    field: "at",
  });
