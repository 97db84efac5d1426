import { addDays } from "date-fns/addDays";
import { addMilliseconds } from "date-fns/addMilliseconds";
import { millisecondsInDay } from "date-fns/constants";
import { Schema, Types, type InferSchemaType } from "mongoose";
import { eventKindNames, type EventKind, type EventLevel } from "~/schemas/events";
import { collectionOf } from "./collection.server";
import { createModel } from "./create-model.server";
import { firstIdSince, toObjectId, withIds } from "./ids.server";

const EVENT_DAYS = 90;

const schema = new Schema(
  {
    kind: { type: String, required: true, enum: eventKindNames },
    level: { type: String, required: true, enum: ["info", "warn"] as const },
    at: { type: Date, required: true },
    /** The account that the event is about; for a deleted account, the id to which its content was reassigned. */
    user: { type: Schema.Types.ObjectId },
    address: { type: String },
    /** Set until the address is shortened. */
    hasWholeAddress: { type: Boolean },
    requestId: { type: String },
    /** How often the same event happened within the second for which events are collected. */
    count: { type: Number, required: true },
    details: { type: Schema.Types.Mixed, default: {} },
    expiresAt: { type: Date, required: true, expires: 0 },
  },
  { collection: "events", versionKey: false, minimize: false },
);
schema.index({ kind: 1, _id: -1 });
schema.index({ user: 1, _id: -1 });
// Serves finding what an administrator did, when their account is deleted.
schema.index({ "details.administrator": 1 }, { sparse: true });
schema.index({ level: 1, _id: 1 });
schema.index({ hasWholeAddress: 1, at: 1 });

type EventRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
const EventModel = createModel<EventRow>("Event", schema);

const toEvent = (row: EventRow) => ({
  id: row._id.toHexString(),
  kind: row.kind as EventKind,
  level: row.level,
  at: row.at,
  user: row.user?.toHexString() ?? null,
  address: row.address ?? null,
  hasWholeAddress: row.hasWholeAddress ?? false,
  requestId: row.requestId ?? null,
  count: row.count,
  details: row.details as Record<string, unknown>,
});

export type StoredEvent = Omit<ReturnType<typeof toEvent>, "id">;

const events = collectionOf(EventModel, toEvent);

export async function addEvents(added: readonly StoredEvent[]): Promise<void> {
  if (!added.length) return;
  await EventModel.insertMany(
    added.map(({ user, address, hasWholeAddress, requestId, ...rest }) => ({
      ...rest,
      ...(user && { user: new Types.ObjectId(user) }),
      ...(address && { address }),
      ...(hasWholeAddress && { hasWholeAddress }),
      ...(requestId && { requestId }),
      expiresAt: addMilliseconds(rest.at, EVENT_DAYS * millisecondsInDay),
    })),
    { ordered: false },
  );
}

/** Selects events; without a kind and a user, all. */
export interface EventFilter {
  kind?: EventKind;
  user?: string;
  level?: EventLevel;
  /** Of which they are, in UTC, such as `2026-01-31`. */
  day?: string;
  /** The id of the last event of the previous page. */
  before?: string;
}

/** @returns up to `limit` events, newest first */
export const listEvents = ({ kind, user, level, day, before }: EventFilter, limit: number) => {
  const from = day ? new Date(`${day}T00:00:00Z`) : null;
  const first = from && toObjectId(firstIdSince(from));
  const next = from && toObjectId(firstIdSince(addDays(from, 1)));
  const last = toObjectId(before);
  const end =
    last && next ? (last.toHexString() < next.toHexString() ? last : next) : (last ?? next);
  return events.list(
    {
      ...(kind && { kind }),
      ...(user && { user: toObjectId(user) }),
      ...(level && { level }),
      ...((first || end) && { _id: { ...(first && { $gte: first }), ...(end && { $lt: end }) } }),
    },
    { sort: { _id: -1 }, limit },
  );
};

/** Shortens the addresses of old events. @returns the number of shortened addresses, at most `limit` */
export async function shortenAddresses(
  before: Date,
  shorten: (address: string) => string,
  limit: number,
): Promise<number> {
  const rows = await EventModel.find({ hasWholeAddress: true, at: { $lt: before } }, { address: 1 })
    .sort({ at: 1 })
    .limit(limit)
    .lean();
  if (!rows.length) return 0;
  await events.changeEach(
    rows.map(({ _id, address }) => ({
      filter: { _id },
      update: { $set: { address: shorten(address ?? "") }, $unset: { hasWholeAddress: 1 } },
    })),
  );
  return rows.length;
}

/** Removes up to `limit` of the oldest events of a level beyond `keep`. @returns how many */
export async function removeOldestEvents(
  level: EventLevel,
  keep: number,
  limit: number,
): Promise<number> {
  const surplus = (await EventModel.countDocuments({ level })) - keep;
  if (surplus <= 0) return 0;
  return events.removeSome({ level }, { sort: { _id: 1 }, limit: Math.min(surplus, limit) });
}

/**
 * Anonymises up to `limit` events of a user whose account is deleted.
 * @param successorId the anonymous user id to which the user's content was reassigned
 */
export async function reassignEvents(
  userId: string,
  successorId: string,
  limit: number,
): Promise<number> {
  const ids = await events.ids({ user: toObjectId(userId) }, { limit });
  await EventModel.updateMany(withIds(ids), {
    $set: { user: toObjectId(successorId) },
    $unset: { address: 1, hasWholeAddress: 1, requestId: 1 },
  });
  return ids.length;
}

/** Does the same with up to `limit` events of what an administrator did. */
export async function reassignActs(
  userId: string,
  successorId: string,
  limit: number,
): Promise<number> {
  const ids = await events.ids({ "details.administrator": userId }, { limit });
  await EventModel.updateMany(withIds(ids), {
    $set: { "details.administrator": successorId },
    $unset: { address: 1, hasWholeAddress: 1, requestId: 1 },
  });
  return ids.length;
}

/** Removes deleted accounts from events that were stored only after the deletion. */
export const forgetUsersInEvents = (userIds: readonly string[]): Promise<void> =>
  events.changeAll(
    { user: { $in: userIds.map(toObjectId) } },
    { $unset: { user: 1, address: 1, hasWholeAddress: 1, requestId: 1 } },
  );
