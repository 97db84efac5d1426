/** How often something happened on a day, in all processes together: one row per day and metric, about nobody. */
import { addDays } from "date-fns/addDays";
import { Schema, type InferSchemaType, type Types } from "mongoose";
import { startOf, type Day } from "~/domain/calendar-days";
import { collectionOf } from "./collection.server";
import { createModel } from "./create-model.server";

/** What has no rows of its own that could be counted. */
export const dayMetrics = ["pageReads", "apiReads", "signIns", "upvotes", "mails"] as const;
export type DayMetric = (typeof dayMetrics)[number];

const KEPT_DAYS = 400;

const schema = new Schema(
  {
    /** The UTC day, as `2026-01-31`. */
    day: { type: String, required: true },
    metric: { type: String, required: true, enum: dayMetrics },
    count: { type: Number, required: true },
    expiresAt: { type: Date, required: true, expires: 0 },
  },
  { collection: "day-counts", versionKey: false },
);
schema.index({ day: 1, metric: 1 }, { unique: true });

type DayCountRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
const DayCountModel = createModel<DayCountRow>("DayCount", schema);

const counts = collectionOf(DayCountModel, ({ day, metric, count }: DayCountRow) => ({
  day,
  metric,
  count,
}));

/** Adds to the counts of a day. */
export async function addDayCounts(day: Day, added: ReadonlyMap<DayMetric, number>): Promise<void> {
  if (!added.size) return;
  const expiresAt = addDays(startOf(day), KEPT_DAYS);
  await counts.changeEach(
    [...added].map(([metric, count]) => ({
      filter: { day, metric },
      update: { $inc: { count }, $setOnInsert: { expiresAt } },
      upsert: true,
    })),
  );
}

/** @returns the counts of all days from one on */
export const listDayCounts = (from: Day) =>
  counts.list({ day: { $gte: from } }, { sort: { day: 1 }, limit: KEPT_DAYS * dayMetrics.length });
