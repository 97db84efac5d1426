/**
 * The public log of moderation. Entries are only added; they hold no names, no texts and no notes, so that nothing in
 * them has to be removed with an account.
 */
import { millisecondsInMinute } from "date-fns/constants";
import { Schema, type InferSchemaType, type Types } from "mongoose";
import type { Page } from "~/domain/cursor";
import {
  decisionKindNames,
  logActs,
  moderatedKinds,
  moderationReasonNames,
  type AppealOutcome,
  type DecisionKind,
  type LogAct,
  type ModeratedKind,
  type ModerationReason,
} from "~/domain/moderation";
import { roles, type Role } from "~/domain/permissions";
import { collectionOf, FIRST_ID } from "./collection.server";
import { createModel } from "./create-model.server";
import { toObjectId } from "./ids.server";
import type { ModerationDecision } from "./moderation-decision.server";
import type { OwnListPage } from "./pagination.server";

const schema = new Schema(
  {
    act: { type: String, required: true, enum: logActs },
    at: { type: Date, required: true },
    decisionId: { type: Schema.Types.ObjectId, required: true },
    kind: { type: String, required: true, enum: moderatedKinds },
    /** The id of the text; absent for people. */
    target: { type: Schema.Types.ObjectId },
    decision: { type: String, required: true, enum: decisionKindNames },
    reason: { type: String, required: true, enum: moderationReasonNames },
    rule: { type: Number, required: true },
    /** The role of who acted; absent from an appeal. */
    role: { type: String, enum: roles },
    /** Until when the decision is in force; absent if without end. */
    until: { type: Date },
    batch: { type: Schema.Types.ObjectId },
    /** Of `appeal-decided`. */
    outcome: { type: String },
    /** Of `decided` and `appeal-decided`: how long it took, in milliseconds. */
    took: { type: Number },
  },
  { collection: "moderation-log", versionKey: false },
);
// Serve the list of decisions by any combination of its filters.
for (const filters of combinationsOf(["kind", "decision", "rule"])) {
  const fields = Object.fromEntries(filters.map((name) => [name, 1 as const]));
  schema.index({ act: 1, ...fields, at: -1, _id: -1 });
}
schema.index({ batch: 1, at: -1, _id: -1 }, { sparse: true });
// Serves the summary of a year, and the feed.
schema.index({ at: -1, _id: -1 });
// Enforces that each act is told once, also when it is resumed after a crash.
schema.index({ decisionId: 1, act: 1 }, { unique: true });

type LogRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
const ModerationLogModel = createModel<LogRow>("ModerationLog", schema);

const toEntry = ({ _id, decisionId, target, batch, ...row }: LogRow) => ({
  id: _id.toHexString(),
  act: row.act as LogAct,
  at: row.at,
  decisionId: decisionId.toHexString(),
  kind: row.kind as ModeratedKind,
  targetId: target?.toHexString() ?? null,
  decision: row.decision as DecisionKind,
  reason: row.reason as ModerationReason,
  rule: row.rule,
  role: (row.role ?? null) as Role | null,
  until: row.until ?? null,
  batchId: batch?.toHexString() ?? null,
  outcome: (row.outcome ?? null) as AppealOutcome | null,
  took: row.took ?? null,
});

export type ModerationLogEntry = ReturnType<typeof toEntry>;

// Only what reads: entries are never changed or removed.
const { list, page, stream } = collectionOf(ModerationLogModel, toEntry);

/** What decisions of the log are listed by; each is left out to list all. */
export interface LogFilter {
  kind?: ModeratedKind | undefined;
  decision?: DecisionKind | undefined;
  rule?: number | undefined;
  /** Decisions of one bulk act. */
  batch?: string | undefined;
  /** Only this decision. */
  of?: string | undefined;
  /** From a time (inclusive) to another (exclusive). */
  during?: { from: Date; before: Date } | undefined;
}

type EqualFilter = Pick<LogFilter, "kind" | "decision" | "rule">;
const given = (filter: EqualFilter) =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));

/** Lists decisions, newest first. */
export function listLoggedDecisions(
  { batch, of, during, ...equal }: LogFilter,
  { after, limit }: OwnListPage,
): Promise<Page<ModerationLogEntry>> {
  const end = during && { value: during.before.getTime(), id: FIRST_ID };
  return page({
    filter: {
      act: "decided",
      ...given(equal),
      ...(batch && { batch: toObjectId(batch) }),
      ...(of && { decisionId: toObjectId(of) }),
      // Apart from the bound that a cursor sets on the same field.
      ...(during && { $and: [{ at: { $gte: during.from } }] }),
    },
    field: "at",
    after: end && !(after && after.value < end.value) ? end : (after ?? null),
    limit,
  });
}

/** @returns what followed on decisions: appeals, their outcomes, and that they were undone */
export const listFollowing = (decisionIds: readonly string[]): Promise<ModerationLogEntry[]> =>
  list({
    decisionId: { $in: decisionIds.map(toObjectId) },
    act: { $in: logActs.filter((act) => act !== "decided") },
  });

/** @returns the number of decisions of each bulk act */
export async function countBatches(batchIds: readonly string[]): Promise<Map<string, number>> {
  if (!batchIds.length) return new Map();
  const rows = await ModerationLogModel.aggregate<{ _id: Types.ObjectId; count: number }>([
    { $match: { batch: { $in: batchIds.map(toObjectId) }, act: "decided" } },
    { $group: { _id: "$batch", count: { $sum: 1 } } },
  ]);
  return new Map(rows.map(({ _id, count }) => [_id.toHexString(), count]));
}

/** @returns the newest entries of all acts; each act is read by the index of its filters */
export async function listNewestEntries(
  limit: number,
  filter: EqualFilter = {},
): Promise<ModerationLogEntry[]> {
  const newest = { sort: { at: -1, _id: -1 }, limit } as const;
  const lists = logActs.map((act) => list({ act, ...given(filter) }, newest));
  return (await Promise.all(lists))
    .flat()
    .sort((one, other) => other.at.getTime() - one.at.getTime() || (one.id < other.id ? 1 : -1))
    .slice(0, limit);
}

/** @returns when the first decision was entered; `null` if there is none */
export async function findLogStart(): Promise<Date | null> {
  const [first] = await list({}, { sort: { at: 1, _id: 1 }, limit: 1 });
  return first?.at ?? null;
}

/** Yields all entries in the order in which they were added, after `afterId` or from the beginning. */
export const streamLog = (afterId: string | null) =>
  stream(afterId ? { _id: { $gt: toObjectId(afterId) } } : {}, {
    sort: { _id: 1 },
    batchSize: 500,
  });

/** How many entries of a time are alike. */
export type LogCount = Pick<ModerationLogEntry, "act" | "kind" | "decision" | "rule"> & {
  outcome?: AppealOutcome | null;
  count: number;
};

type Period = { from: Date; before: Date };
const within = ({ from, before }: Period) => ({ at: { $gte: from, $lt: before } });

/** Counts the entries of a time. */
export async function countLog(period: Period): Promise<LogCount[]> {
  const names = ["act", "kind", "decision", "rule", "outcome"];
  const rows = await ModerationLogModel.aggregate<{ _id: Omit<LogCount, "count">; count: number }>([
    { $match: within(period) },
    {
      $group: {
        _id: Object.fromEntries(names.map((name) => [name, `$${name}`])),
        count: { $sum: 1 },
      },
    },
  ]);
  return rows.map(({ _id, count }) => ({ ..._id, count }));
}

/** @returns how many decisions of a time took how many whole minutes, the fastest first */
export const countTimesTaken = async (
  period: Period,
): Promise<{ minutes: number; count: number }[]> => {
  const rows = await ModerationLogModel.aggregate<{ _id: number; count: number }>([
    { $match: { act: "decided", ...within(period), took: { $exists: true } } },
    {
      $group: {
        _id: { $floor: { $divide: ["$took", millisecondsInMinute] } },
        count: { $sum: 1 },
      },
    },
    { $sort: { _id: 1 } },
  ]);
  return rows.map(({ _id: minutes, count }) => ({ minutes, count }));
};

/** Adds an entry about a decision, unless it is there already. */
export async function addLogEntry(
  decision: ModerationDecision,
  act: LogAct,
  {
    at,
    role = null,
    outcome,
    took,
  }: {
    at: Date;
    role?: Role | null;
    outcome?: AppealOutcome;
    took?: number | null;
  },
): Promise<void> {
  const { target, until, batchId } = decision;
  await ModerationLogModel.updateOne(
    { decisionId: toObjectId(decision.id), act },
    {
      $setOnInsert: {
        at,
        kind: target.kind,
        ...(target.kind !== "person" && { target: toObjectId(target.id) }),
        decision: decision.decision,
        reason: decision.reason,
        rule: decision.rule,
        ...(role && { role }),
        ...(until && { until }),
        ...(batchId && { batch: toObjectId(batchId) }),
        ...(outcome && { outcome }),
        ...(took != null && { took }),
      },
    },
    { upsert: true },
  );
}

/** @returns all subsets of a list, in its order */
function combinationsOf<Item>(items: readonly Item[]): Item[][] {
  return items.reduce<Item[][]>(
    (found, item) => [...found, ...found.map((one) => [...one, item])],
    [[]],
  );
}
