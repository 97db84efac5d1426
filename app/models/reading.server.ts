/** When people last read a discussion or a list: one row for each of them. */
import { secondsInDay } from "date-fns/constants";
import { Schema, type InferSchemaType, type QueryFilter, type Types } from "mongoose";
import { MAX_READINGS, READINGS_KEPT_DAYS, sittingBegan, type Reading } from "~/domain/reading";
import { collectionOf } from "./collection.server";
import { createModel } from "./create-model.server";
import { toObjectId, unlessDuplicate, withIds } from "./ids.server";

const schema = new Schema(
  {
    user: { type: Schema.Types.ObjectId, required: true },
    /** Names the discussion or list. */
    place: { type: String, required: true },
    /** When the sitting before the latest one ended; absent if there was none. */
    previousAt: { type: Date },
    latestAt: { type: Date, required: true },
  },
  { collection: "readings", versionKey: false },
);
schema.index({ user: 1, place: 1 }, { unique: true });
// Serves finding the oldest of a person.
schema.index({ user: 1, latestAt: -1 });
schema.index({ latestAt: 1 }, { expireAfterSeconds: READINGS_KEPT_DAYS * secondsInDay });

type ReadingRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
const ReadingModel = createModel<ReadingRow>("Reading", schema);

const toReading = ({ place, previousAt, latestAt }: ReadingRow) => ({
  place,
  previousAt: previousAt ?? null,
  latestAt,
});
const readings = collectionOf(ReadingModel, toReading);

export const findReading = (userId: string, place: string): Promise<Reading | null> =>
  readings.find({ user: toObjectId(userId), place });

export interface NewReading {
  userId: string;
  place: string;
  at: Date;
}

/**
 * Stores that people read something, in one write. The first time in a sitting, the end of the one before is kept.
 * @returns the people of whom a row was added
 */
export async function storeReadings(read: readonly NewReading[]): Promise<string[]> {
  const result = await unlessDuplicate(
    readings.changeEach(
      read.map(({ userId, place, at }) => ({
        filter: { user: toObjectId(userId), place } as QueryFilter<ReadingRow>,
        update: [
          {
            $set: {
              previousAt: {
                $cond: [{ $lt: ["$latestAt", sittingBegan(at)] }, "$latestAt", "$previousAt"],
              },
              latestAt: { $max: ["$latestAt", at] },
            },
          },
        ],
        upsert: true,
      })),
    ),
  );
  const added = Object.keys(result?.upsertedIds ?? {});
  return [...new Set(added.map((index) => read[Number(index)]!.userId))];
}

/** Removes the readings of a person beyond the latest `MAX_READINGS`. */
export async function removeOldestReadings(userId: string): Promise<void> {
  const beyond = { sort: { latestAt: -1 }, skip: MAX_READINGS, limit: MAX_READINGS } as const;
  const ids = await readings.ids({ user: toObjectId(userId) }, beyond);
  if (ids.length) await ReadingModel.deleteMany(withIds(ids));
}

export const readReadingsOf = (userId: string) => readings.stream({ user: toObjectId(userId) });

export const removeReadingsOf = (userId: string): Promise<void> =>
  readings.remove({ user: toObjectId(userId) });
