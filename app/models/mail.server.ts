/** The outbox of mails to be sent. A row is removed when its mail has been sent or has expired. */
import { Schema, Types, type InferSchemaType } from "mongoose";
import { collectionOf } from "./collection.server";
import { createModel } from "./create-model.server";
import { toObjectId } from "./ids.server";

const schema = new Schema(
  {
    /** The account that the mail is sent to; for an address without an account, an id that belongs to no account. */
    user: { type: Schema.Types.ObjectId, required: true, index: true },
    /** `null` for an address without an account: such a mail is stored but never sent. */
    to: { type: String, default: null },
    subject: { type: String, required: true },
    text: { type: String, required: true },
    html: { type: String, required: true },
    createdAt: { type: Date, required: true },
    /** When the next attempt is due; while a process sends the mail, when another process may try. */
    dueAt: { type: Date, required: true, index: true },
    attempts: { type: Number, required: true, default: 0 },
    /** When the mail becomes useless. */
    expiresAt: { type: Date, required: true, expires: 0 },
  },
  { collection: "mails", versionKey: false },
);

type MailRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
const MailModel = createModel<MailRow>("Mail", schema);

const toMail = ({ _id, user, to, dueAt, ...row }: MailRow) => ({
  ...row,
  id: _id.toHexString(),
  userId: user.toHexString(),
  to: to ?? null,
});

/** A mail that this process has claimed and must send now; this attempt is counted in `attempts`. */
export type ClaimedMail = ReturnType<typeof toMail>;

const mails = collectionOf(MailModel, toMail);

export type NewMail = Omit<ClaimedMail, "id" | "createdAt" | "attempts">;

/** Adds a mail that is due at once. */
export async function addMail({ userId, ...mail }: NewMail): Promise<void> {
  const now = new Date();
  await MailModel.create({ ...mail, user: new Types.ObjectId(userId), createdAt: now, dueAt: now });
}

/**
 * Claims the mail that has been due for longest, so that no other process sends it.
 * @param until when the claim expires, unless this process removes or postpones the mail before
 * @returns the mail, or `null` if none is due
 */
export const claimDueMail = (now: Date, until: Date): Promise<ClaimedMail | null> =>
  mails.update(
    { dueAt: { $lte: now } },
    { $set: { dueAt: until }, $inc: { attempts: 1 } },
    { dueAt: 1 },
  );

/** Removes a mail that was sent, or that will never be sent. */
export async function removeMail(id: string): Promise<void> {
  await MailModel.deleteOne({ _id: toObjectId(id) });
}

/** Schedules another attempt to send a mail. */
export async function postponeMail(id: string, dueAt: Date): Promise<void> {
  await MailModel.updateOne({ _id: toObjectId(id) }, { $set: { dueAt } });
}

/** Yields the unsent mails to an account, without their texts, which may contain secret links. */
export const readMailsTo = (userId: string) =>
  collectionOf(
    MailModel,
    ({ to, subject, createdAt, expiresAt }: MailRow) => ({
      to: to ?? null,
      subject,
      createdAt,
      expiresAt,
    }),
    { to: 1, subject: 1, createdAt: 1, expiresAt: 1 },
  ).stream({ user: toObjectId(userId) });

export async function removeMailsTo(userId: string): Promise<void> {
  await MailModel.deleteMany({ user: toObjectId(userId) });
}
