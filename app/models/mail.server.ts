/**
 * The outbox of mails to be sent. A row is removed when its mail has been sent or has expired. Of a mail that must not
 * be written twice, an empty row stays until then.
 */
import { Schema, Types, type InferSchemaType } from "mongoose";
import { collectionOf } from "./collection.server";
import { createModel } from "./create-model.server";
import { toObjectId, unlessDuplicate } from "./ids.server";

const schema = new Schema(
  {
    /** The account that the mail is sent to; for an address without an account, an id that belongs to no account. */
    user: { type: Schema.Types.ObjectId, required: true, index: true },
    /** `null` for an address without an account: such a mail is stored but never sent. */
    to: { type: String, default: null },
    subject: { type: String },
    text: { type: String },
    html: { type: String },
    /** Names the occasion of a mail, so that a process that is told of it again does not write it again. */
    key: { type: String, unique: true, sparse: true },
    /** The address that ends such mails; absent from those about the account itself, which nothing ends. */
    unsubscribeUrl: { type: String },
    /** The ids of the accounts, texts and applications that it tells of; absent from mails about the account itself. */
    about: { type: [String], default: undefined },
    createdAt: { type: Date, required: true },
    /**
     * When the next attempt is due; while a process sends the mail, when another process may try; absent when it was
     * sent.
     */
    dueAt: { type: Date },
    attempts: { type: Number, required: true, default: 0 },
    /** When the mail becomes useless. */
    expiresAt: { type: Date, required: true, expires: 0 },
  },
  { collection: "mails", versionKey: false },
);

// Mails about accounts do not wait until all others were sent.
schema.index({ unsubscribeUrl: 1, dueAt: 1 });
schema.index({ dueAt: 1 });
schema.index({ about: 1 }, { sparse: true });

type MailRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
const MailModel = createModel<MailRow>("Mail", schema);

const toMail = ({ _id, user, createdAt, expiresAt, attempts, ...row }: MailRow) => ({
  id: _id.toHexString(),
  userId: user.toHexString(),
  to: row.to ?? null,
  subject: row.subject ?? "",
  text: row.text ?? "",
  html: row.html ?? "",
  key: row.key ?? null,
  unsubscribeUrl: row.unsubscribeUrl ?? null,
  createdAt,
  expiresAt,
  attempts,
});

/** A mail that this process has claimed and must send now; this attempt is counted in `attempts`. */
export type ClaimedMail = ReturnType<typeof toMail>;

const mails = collectionOf(MailModel, toMail);

export type NewMail = Omit<
  ClaimedMail,
  "id" | "createdAt" | "attempts" | "key" | "unsubscribeUrl"
> & {
  key?: string | undefined;
  unsubscribeUrl?: string | undefined;
  about?: string[] | undefined;
};

/** Adds a mail that is due at once, unless there is or was one with its key. */
export async function addMail({ userId, ...mail }: NewMail): Promise<void> {
  const [user, now] = [new Types.ObjectId(userId), new Date()];
  await unlessDuplicate(MailModel.create({ ...mail, user, createdAt: now, dueAt: now }));
}

/**
 * Claims the mail that has been due for longest, those about accounts first, so that no other process sends it.
 * @param until when the claim expires, unless this process removes or postpones the mail before
 * @returns the mail, or `null` if none is due
 */
export async function claimDueMail(now: Date, until: Date): Promise<ClaimedMail | null> {
  const claim = (filter: object) =>
    mails.update(
      { ...filter, dueAt: { $lte: now } },
      { $set: { dueAt: until }, $inc: { attempts: 1 } },
      { dueAt: 1 },
    );
  return (await claim({ unsubscribeUrl: null })) ?? (await claim({}));
}

/** What is removed of a mail that must not be written twice. */
const SAID = {
  to: 1,
  subject: 1,
  text: 1,
  html: 1,
  unsubscribeUrl: 1,
  about: 1,
  dueAt: 1,
} as const;

/** Removes a mail that was sent, or that will never be sent; if it has a key, only what it says. */
export async function removeMail({ id, key }: Pick<ClaimedMail, "id" | "key">): Promise<void> {
  const mail = { _id: toObjectId(id) };
  if (key === null) return void (await MailModel.deleteOne(mail));
  await MailModel.updateOne(mail, { $unset: SAID });
}

/** Removes what unsent mails say about things that are gone. @param people only from mails to these people */
export async function removeMailsAbout(
  ids: readonly string[],
  people?: readonly string[],
): Promise<void> {
  const to = people && { user: { $in: people.map((id) => toObjectId(id)) } };
  await MailModel.updateMany({ about: { $in: ids }, ...to }, { $unset: SAID });
}

/** Schedules another attempt to send a mail. */
export const postponeMail = (id: string, dueAt: Date): Promise<boolean> =>
  mails.change({ _id: toObjectId(id) }, { $set: { dueAt } });

/** Yields the unsent mails to an account, without their texts, which may contain secret links. */
export const readMailsTo = (userId: string) =>
  collectionOf(
    MailModel,
    ({ to, subject, createdAt, expiresAt }: MailRow) => ({
      to: to ?? null,
      subject: subject ?? "",
      createdAt,
      expiresAt,
    }),
    { to: 1, subject: 1, createdAt: 1, expiresAt: 1 },
  ).stream({ user: toObjectId(userId), dueAt: { $ne: null } });

export const removeMailsTo = (userId: string): Promise<void> =>
  mails.remove({ user: toObjectId(userId) });
