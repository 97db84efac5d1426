/**
 * The recommendation that the schedule made for each week, which a follower of an engine holds. Derived from the
 * recommendations, so that the time to read years of history does not depend on how many others were made.
 */
import { Schema, Types, type InferSchemaType } from "mongoose";
import { mondayOf, type Day } from "~/domain/calendar-days";
import type { Engine } from "~/domain/engines";
import { collectionOf } from "./collection.server";
import { createModel } from "./create-model.server";
import { unlessDuplicate } from "./ids.server";
import type { RecommendationRow } from "./recommendation.server";

const schema = new Schema(
  {
    /** `<kind> <weekDate>`. */
    _id: { type: String, required: true },
    kind: { type: String, required: true },
    /** The day on which it was made. */
    day: { type: String, required: true },
    recommendation: { type: Schema.Types.ObjectId, required: true },
    allocation: { type: Schema.Types.Mixed, required: true },
  },
  { collection: "scheduled-recommendations", versionKey: false, minimize: false },
);
schema.index({ kind: 1, day: -1 });

type WeekRow = InferSchemaType<typeof schema>;
const WeekModel = createModel<WeekRow>("ScheduledRecommendation", schema);

/** @returns the key of an engine's week that contains a day: `<kind> <weekDate>` */
export const weekKey = (kind: Engine, day: Day) => `${kind} ${mondayOf(day)}`;

const toScheduled = ({ recommendation, day, allocation }: WeekRow) => ({
  id: recommendation.toHexString(),
  day,
  allocation: allocation as Record<string, number>,
});

/** A recommendation that enters the track record. */
export type Scheduled = ReturnType<typeof toScheduled>;

const scheduled = collectionOf(WeekModel, toScheduled);

/**
 * Stores a recommendation as the one of its week, unless the week already has one.
 * @returns whether it is now the one of its week
 */
export async function recordScheduled({
  id,
  kind,
  day,
  allocation,
}: Pick<RecommendationRow, "id" | "kind" | "day" | "allocation">): Promise<boolean> {
  const recommendation = new Types.ObjectId(id);
  await unlessDuplicate(
    WeekModel.updateOne(
      { _id: weekKey(kind, day) },
      { $setOnInsert: { kind, day, recommendation, allocation } },
      { upsert: true },
    ),
  );
  return (await findScheduled(kind, day))?.id === id;
}

/** @returns the recommendation that the schedule made in the week of a day, or `null` */
export const findScheduled = (kind: Engine, day: Day): Promise<Scheduled | null> =>
  scheduled.find({ _id: weekKey(kind, day) });

/** @returns the scheduled recommendation of each given week that has one, by `weekKey` */
export async function findScheduledOf(
  weeks: readonly { kind: Engine; day: Day }[],
): Promise<Map<string, Scheduled>> {
  const _id = { $in: weeks.map(({ kind, day }) => weekKey(kind, day)) };
  const rows = await WeekModel.find({ _id }).limit(weeks.length).lean();
  return new Map(rows.map((row) => [row._id, toScheduled(row)]));
}

/** @returns the scheduled recommendations of an engine's newest `limit` weeks, oldest first */
export async function listScheduled(kind: Engine, limit: number): Promise<Scheduled[]> {
  return (await scheduled.list({ kind }, { sort: { day: -1 }, limit })).reverse();
}

/** @returns the newest recommendation of an engine that the schedule made, or `null` */
export const findNewestScheduled = (kind: Engine): Promise<Scheduled | null> =>
  scheduled.find({ kind }, { day: -1 });

/** @returns the first recommendation of an engine that the schedule made, or `null` */
export const findOldestScheduled = (kind: Engine): Promise<Scheduled | null> =>
  scheduled.find({ kind }, { day: 1 });
