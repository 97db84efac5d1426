/** What people are mailed about what happens here, when, and whether their mail server refuses it. */
import { randomBytes } from "node:crypto";
import { Schema, Types, type InferSchemaType } from "mongoose";
import { digestFrequencies, type DigestFrequency, type DigestTimes } from "~/domain/digest-times";
import type { Delivery, NoticeKind } from "~/domain/notices";
import { collectionOf } from "./collection.server";
import { createModel } from "./create-model.server";
import { retryOnDuplicate, toObjectId } from "./ids.server";

const schema = new Schema(
  {
    user: { type: Schema.Types.ObjectId, required: true, unique: true },
    /** How each kind of notice is mailed; a kind that is absent has its default. */
    deliveries: { type: Schema.Types.Mixed },
    /** Absent until the person has chosen; then there is no digest. */
    frequency: { type: String, enum: digestFrequencies },
    hour: { type: Number },
    weekday: { type: Number },
    timeZone: { type: String },
    /** When the next digest is due, or, while one is being made, when another process may make it; absent without any. */
    nextDigestAt: { type: Date },
    /** When the digest that is being made was due. */
    digestDueAt: { type: Date },
    /** Until when the last digest told what had happened. */
    digestedUntil: { type: Date },
    /** How many mails in a row the server of an address has refused. */
    refusals: { type: { _id: false, address: String, count: Number }, default: undefined },
    /** Whether this is a person of the sample community, whose address nobody has. */
    isSample: { type: Boolean },
    /** Opens the page that ends mails. It is in each of them, so the row holds it and not a hash. */
    unsubscribeSecret: { type: String, unique: true, sparse: true },
  },
  { collection: "mail-settings", versionKey: false },
);

// Serves finding the digests that are due.
schema.index({ nextDigestAt: 1 }, { sparse: true });

type MailSettingsRow = Omit<InferSchemaType<typeof schema>, "deliveries"> & {
  _id: Types.ObjectId;
  deliveries?: Partial<Record<NoticeKind, Delivery>> | null;
};
const MailSettingsModel = createModel<MailSettingsRow>("MailSettings", schema);

const toSettings = ({ user, ...row }: MailSettingsRow) => ({
  userId: user.toHexString(),
  deliveries: row.deliveries ?? {},
  frequency: row.frequency ?? ("never" as DigestFrequency),
  hour: row.hour ?? null,
  weekday: row.weekday ?? null,
  timeZone: row.timeZone ?? null,
  nextDigestAt: row.nextDigestAt ?? null,
  digestDueAt: row.digestDueAt ?? null,
  digestedUntil: row.digestedUntil ?? null,
  refusals: row.refusals?.address
    ? { address: row.refusals.address, count: row.refusals.count ?? 0 }
    : null,
  isSample: row.isSample ?? false,
  unsubscribeSecret: row.unsubscribeSecret ?? null,
});

/** What somebody has chosen, and the state of their digests; times and zone are `null` until they are chosen. */
export type MailSettings = ReturnType<typeof toSettings>;

const settings = collectionOf(MailSettingsModel, toSettings);
const of = (userId: string) => ({ user: toObjectId(userId) });

export const findMailSettings = (userId: string): Promise<MailSettings | null> =>
  settings.find(of(userId));

/** @returns the settings of those of the given people who have any, by their ids */
export async function findMailSettingsOf(
  userIds: readonly string[],
): Promise<Map<string, MailSettings>> {
  const found = await settings.list({ user: { $in: userIds.map(toObjectId) } });
  return new Map(found.map((row) => [row.userId, row]));
}

/** @returns whose mails the secret of an address ends, or `null` */
export const findByUnsubscribeSecret = (secret: string): Promise<MailSettings | null> =>
  settings.find({ unsubscribeSecret: secret });

/** @returns the secret that is in each mail to somebody; made if there is none */
export async function ensureUnsubscribeSecret(userId: string): Promise<string> {
  const user = new Types.ObjectId(userId);
  await retryOnDuplicate(() =>
    MailSettingsModel.updateOne({ user }, { $setOnInsert: { user } }, { upsert: true }),
  );
  // 32 characters: the log shows none of the segments of a path that are longer than 25.
  const unsubscribeSecret = randomBytes(24).toString("base64url");
  await settings.change({ user, unsubscribeSecret: null }, { $set: { unsubscribeSecret } });
  const row = await settings.find({ user });
  if (!row?.unsubscribeSecret) throw new Error("the account was deleted meanwhile");
  return row.unsubscribeSecret;
}

interface ChosenDigest extends Omit<DigestTimes, "frequency"> {
  frequency: DigestFrequency;
}

/**
 * Stores what somebody has chosen. A digest that is being made meanwhile is finished, and sets the time of the next one.
 * @param nextDigestAt `null` for no digests
 */
export async function setMailSettings(
  userId: string,
  deliveries: Partial<Record<NoticeKind, Delivery>>,
  { frequency, hour, weekday, timeZone }: ChosenDigest,
  nextDigestAt: Date | null,
): Promise<void> {
  const user = new Types.ObjectId(userId);
  const chosen = { deliveries, frequency, hour, weekday, timeZone };
  await retryOnDuplicate(() =>
    MailSettingsModel.updateOne({ user }, { $set: chosen }, { upsert: true }),
  );
  if (!nextDigestAt) {
    const made = { nextDigestAt: 1, digestDueAt: 1, digestedUntil: 1 } as const;
    return void (await settings.change({ user, frequency: "never" }, { $unset: made }));
  }
  // Who asks for digests is not told what happened before.
  await settings.change({ user, digestedUntil: null }, { $set: { digestedUntil: new Date() } });
  await settings.change({ user, digestDueAt: null }, { $set: { nextDigestAt } });
}

/** Notes that a person belongs to the sample community. */
export async function markAsSample(userId: string): Promise<void> {
  const user = new Types.ObjectId(userId);
  await MailSettingsModel.updateOne({ user }, { $set: { isSample: true } }, { upsert: true });
}

/** Ends the mails of some kinds. @param withDigest whether digests end as well */
export async function endMails(
  userId: string,
  kinds: readonly NoticeKind[],
  withDigest: boolean,
): Promise<void> {
  const never = Object.fromEntries(kinds.map((kind) => [`deliveries.${kind}`, "never"]));
  await settings.change(of(userId), {
    $set: { ...never, ...(withDigest && { frequency: "never" }) },
    ...(withDigest && { $unset: { nextDigestAt: 1, digestDueAt: 1, digestedUntil: 1 } }),
  });
}

/** Counts that the server of an address has refused a mail. @returns how many it has refused in a row */
export async function countRefusal(userId: string, address: string): Promise<number> {
  const user = new Types.ObjectId(userId);
  const counted = await settings.update(
    { user, "refusals.address": address },
    { $inc: { "refusals.count": 1 } },
  );
  if (counted) return counted.refusals?.count ?? 0;
  await settings.change({ user }, { $set: { refusals: { address, count: 1 } } });
  return 1;
}

/** Forgets that mails were refused, so that more are sent. */
export const forgetRefusals = (userId: string): Promise<boolean> =>
  settings.change({ ...of(userId), refusals: { $ne: null } }, { $unset: { refusals: 1 } });

/**
 * Claims the digest that has been due for longest, so that no other process makes it.
 * @param until when another process may make it if this one has ended
 * @returns the settings of its reader, or `null` if none is due
 */
export const claimDueDigest = (now: Date, until: Date): Promise<MailSettings | null> =>
  settings.update(
    { nextDigestAt: { $lte: now } },
    [
      {
        $set: {
          // A process that ended while it made a digest has left when that was due.
          digestDueAt: { $ifNull: ["$digestDueAt", "$nextDigestAt"] },
          nextDigestAt: until,
        },
      },
    ],
    { nextDigestAt: 1 },
  );

/**
 * Sets when the next digest is due, after one was made.
 * @param settings as they were when `next` was computed
 * @param until until when the digest told what had happened
 * @returns whether they are still the same; if not, nothing was changed
 */
export const finishDigest = (
  { userId, nextDigestAt, digestDueAt, frequency, hour, weekday, timeZone }: MailSettings,
  until: Date,
  next: Date,
): Promise<boolean> =>
  settings.change(
    { ...of(userId), nextDigestAt, digestDueAt, frequency, hour, weekday, timeZone },
    { $set: { nextDigestAt: next, digestedUntil: until }, $unset: { digestDueAt: 1 } },
  );

/** Yields what somebody has chosen, without the secret: one row, or none. */
export const readMailSettingsOf = (userId: string) => settings.stream(of(userId));

export const removeMailSettings = (userId: string): Promise<boolean> =>
  settings.removeOne(of(userId));
