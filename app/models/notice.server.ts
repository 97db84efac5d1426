/** What people have been told: one row for each person, kind and subject, and for each day of the kinds that are daily. */
import { secondsInDay } from "date-fns/constants";
import { Schema, Types, type InferSchemaType } from "mongoose";
import type { Page, Place } from "~/domain/cursor";
import type { EditableKind } from "~/domain/editing";
import { NOTICE_DAYS, type NoticeKind, type NoticeSubjectKind } from "~/domain/notices";
import { collectionOf } from "./collection.server";
import { createModel } from "./create-model.server";
import { insertMissing, toObjectId, withIds } from "./ids.server";

/** Maximum number of things that one notice tells: the newest ones. */
const MAX_SOURCES = 20;

/** One thing that a notice tells. Ids are strings, because they are only compared. */
interface NoticeSource {
  /** Tells it from the other things in the same notice, so that it is never added twice. */
  id: string;
  /** Who did it; absent from an application. */
  actor?: string;
  /** Where it can be read; absent from an application. */
  text?: { kind: EditableKind; id: string };
  /** The ids of all that must exist for this to be told, and of the actor. */
  about: string[];
  at: Date;
  /** When it was told, a moment after it happened. */
  toldAt: Date;
}

const schema = new Schema(
  {
    person: { type: Schema.Types.ObjectId, required: true },
    kind: { type: String, required: true },
    subject: {
      type: {
        _id: false,
        kind: { type: String, required: true },
        id: { type: String, required: true },
      },
      required: true,
    },
    /** The day, such as 2026-11-28, of a kind that is daily; otherwise empty. */
    day: { type: String, default: "" },
    /** The newest last; one more than are shown, if there were more. */
    sources: { type: [Schema.Types.Mixed], required: true },
    /** When the newest source was added. */
    at: { type: Date, required: true, expires: NOTICE_DAYS * secondsInDay },
    readAt: { type: Date, default: null },
    /** When it was last read; stays when it becomes unread again. */
    seenAt: { type: Date },
    /** When the newest of the sources that were mailed at once was told. */
    mailedAt: { type: Date },
  },
  { collection: "notices", versionKey: false },
);

schema.index({ person: 1, kind: 1, "subject.id": 1, day: 1 }, { unique: true });
schema.index({ person: 1, at: -1, _id: -1 });
schema.index({ person: 1, readAt: 1, at: -1, _id: -1 });
// Serves taking back what is gone.
schema.index({ "sources.about": 1 });

type NoticeRow = Omit<InferSchemaType<typeof schema>, "sources"> & {
  _id: Types.ObjectId;
  sources: NoticeSource[];
};
const NoticeModel = createModel<NoticeRow>("Notice", schema);

const toNotice = ({ _id, person, kind, subject, sources, at, ...row }: NoticeRow) => ({
  id: _id.toHexString(),
  personId: person.toHexString(),
  kind: kind as NoticeKind,
  subject: { kind: subject.kind as NoticeSubjectKind, id: subject.id },
  /** The newest last. */
  sources: sources.slice(-MAX_SOURCES),
  /** Whether there were more sources than these. */
  isCut: sources.length > MAX_SOURCES,
  at,
  readAt: row.readAt ?? null,
  seenAt: row.seenAt ?? null,
  mailedAt: row.mailedAt ?? null,
});

export type Notice = ReturnType<typeof toNotice>;

const notices = collectionOf(NoticeModel, toNotice);

/** One thing to be told to some people. */
export interface Telling extends Pick<Notice, "kind" | "subject"> {
  day: string;
  source: Omit<NoticeSource, "toldAt">;
}

/**
 * Adds a source to the notices of some people, and so makes these unread. Where it is already contained nothing changes.
 * @param people their ids
 */
export async function tell(people: readonly string[], telling: Telling): Promise<void> {
  const { kind, subject, day } = telling;
  const source: NoticeSource = { ...telling.source, toldAt: new Date() };
  const noticesOf = (ids: readonly string[]) => ({
    person: { $in: ids.map((id) => new Types.ObjectId(id)) },
    ...{ kind, "subject.id": subject.id, day },
  });
  const findTold = async (ids: readonly string[]) => {
    const rows = await NoticeModel.find(noticesOf(ids), { person: 1 }).lean();
    return new Set(rows.map(({ person }) => person.toHexString()));
  };
  // Again for those whose notice was removed in the meantime, because all else that it told was taken back.
  for (let left = people; left.length;) {
    const known = await findTold(left);
    const first = left.filter((id) => !known.has(id));
    const skipped = await insertMissing(
      NoticeModel,
      first.map((id) => ({
        ...{ person: new Types.ObjectId(id), kind, subject, day },
        ...{ sources: [source], at: source.toldAt },
      })),
    );
    left = [...known, ...first.filter((_, place) => skipped.has(place))];
    if (!left.length) return;
    await NoticeModel.updateMany(
      {
        ...noticesOf(left),
        "sources.id": { $ne: source.id },
        // Of a full notice the oldest sources were dropped, and perhaps this one.
        $or: [
          { [`sources.${MAX_SOURCES}`]: { $exists: false } },
          { "sources.at": { $lt: source.at } },
        ],
      },
      {
        $push: { sources: { $each: [source], $slice: -(MAX_SOURCES + 1) } },
        $set: { at: source.toldAt, readAt: null },
      },
    );
    const told = await findTold(left);
    left = left.filter((id) => !told.has(id));
  }
}

/** Reads a page of a person's notices, newest first. @param place `isUnread` for only those that are not read */
export const listNotices = (
  userId: string,
  { isUnread = false, ...place }: Place & { limit: number; isUnread?: boolean },
): Promise<Page<Notice>> =>
  notices.page({
    ...place,
    filter: { person: toObjectId(userId), ...(isUnread && { readAt: null }) },
    field: "at",
  });

/** @returns how many of a person's notices are not read, counting no further than `limit` */
export const countUnreadNotices = (userId: string, limit: number): Promise<number> =>
  NoticeModel.countDocuments({ person: toObjectId(userId), readAt: null }, { limit });

/** @returns up to `limit` unread notices of a person that something was added to after a time, newest first */
export const listUnreadNotices = (userId: string, since: Date, limit: number): Promise<Notice[]> =>
  notices.list(
    { person: toObjectId(userId), readAt: null, at: { $gt: since } },
    { sort: { at: -1, _id: -1 }, limit },
  );

/** @returns the unread notices of some people that tell a thing they were just told */
export const findUnreadTellings = (
  people: readonly string[],
  { kind, subject, day, source }: Telling,
): Promise<Notice[]> =>
  notices.list({
    person: { $in: people.map((id) => toObjectId(id)) },
    ...{ kind, "subject.id": subject.id, day, readAt: null, "sources.id": source.id },
  });

/** Stores that what a notice tells was mailed. */
export const markNoticeMailed = (id: string, mailedAt: Date): Promise<boolean> =>
  notices.change({ _id: toObjectId(id) }, { $set: { mailedAt } });

const readNow = () => {
  const now = new Date();
  return { $set: { readAt: now, seenAt: now } };
};

/** Marks a person's notices as read. @param until those that became unread later stay unread */
export const markNoticesRead = (userId: string, until: Date): Promise<void> =>
  notices.changeAll({ person: toObjectId(userId), readAt: null, at: { $lte: until } }, readNow());

/** Marks the notices that a page has shown as read, except those that have changed since. */
export async function markShownNoticesRead(
  shown: readonly Pick<Notice, "id" | "at">[],
): Promise<void> {
  await notices.changeEach(
    shown.map(({ id, at }) => ({
      filter: { _id: toObjectId(id)!, at },
      update: readNow(),
    })),
  );
}

/** Notices per batch; other requests can run between batches. */
const BATCH_SIZE = 500;

/**
 * Takes back what was told about something, in up to 500 notices. Notices that tell nothing else are removed; those of
 * which all else was read are read.
 * @param about ids of texts, applications, accounts or upvotes
 * @param kind only from notices of this kind
 * @returns the people who were told; nobody if nothing is left to be taken back
 */
export async function takeBackSome(about: readonly string[], kind?: NoticeKind): Promise<string[]> {
  const affected = { "sources.about": { $in: about }, ...(kind && { kind }) };
  const found = await NoticeModel.find(affected, { person: 1 }).limit(BATCH_SIZE).lean();
  if (!found.length) return [];
  const rows = withIds<NoticeRow>(found.map(({ _id }) => _id.toHexString()));
  await NoticeModel.updateMany(rows, { $pull: { sources: { about: { $in: about } } } });
  await NoticeModel.deleteMany({ ...rows, sources: { $size: 0 } });
  await NoticeModel.updateMany(
    {
      ...rows,
      ...{ readAt: null, seenAt: { $ne: null } },
      $expr: { $lte: [{ $max: "$sources.toldAt" }, "$seenAt"] },
    },
    [{ $set: { readAt: "$seenAt" } }],
    { updatePipeline: true },
  );
  return [...new Set(found.map(({ person }) => person.toHexString()))];
}

/** Takes back from some people that a text names them. */
export async function takeBackMentions(textId: string, people: readonly string[]): Promise<void> {
  const mentions = { person: { $in: people.map((id) => toObjectId(id)) }, kind: "mention" };
  const telling = { ...mentions, "sources.id": textId };
  await NoticeModel.updateMany(telling, { $pull: { sources: { id: textId } } });
  await NoticeModel.deleteMany({ ...mentions, sources: { $size: 0 } });
}

/** Gives what was told about an account's acts to another id. */
export async function transferActs(from: string, to: string): Promise<void> {
  const replaced = (id: string) => ({ $cond: [{ $eq: [id, from] }, to, id] });
  const source = {
    actor: replaced("$$this.actor"),
    about: { $map: { input: "$$this.about", in: replaced("$$this") } },
  };
  await NoticeModel.updateMany(
    { "sources.about": from },
    [
      {
        $set: {
          "subject.id": replaced("$subject.id"),
          sources: { $map: { input: "$sources", in: { $mergeObjects: ["$$this", source] } } },
        },
      },
    ],
    { updatePipeline: true },
  );
}

/** Removes the notices of some people. @param kind only those of one kind */
export async function removeNoticesOf(people: readonly string[], kind?: NoticeKind): Promise<void> {
  const person = { $in: people.map((id) => toObjectId(id)) };
  await NoticeModel.deleteMany({ person, ...(kind && { kind }) });
}

/** @returns those of some people who have more than `most` notices */
export async function findOverfull(people: readonly string[], most: number): Promise<string[]> {
  const rows = await NoticeModel.aggregate<{ _id: Types.ObjectId }>([
    { $match: { person: { $in: people.map((id) => toObjectId(id)) } } },
    { $group: { _id: "$person", count: { $sum: 1 } } },
    { $match: { count: { $gt: most } } },
  ]);
  return rows.map(({ _id }) => _id.toHexString());
}

/** Removes all but the newest notices of a person. */
export async function keepNewestNotices(userId: string, most: number): Promise<void> {
  const person = toObjectId(userId);
  const [oldest] = await NoticeModel.find({ person }, { at: 1 })
    .sort({ at: -1, _id: -1 })
    .skip(most - 1)
    .limit(1)
    .lean();
  if (oldest) await NoticeModel.deleteMany({ person, at: { $lt: oldest.at } });
}
