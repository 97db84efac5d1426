/** The outbox: mails that are to be sent. A row is removed when its mail has been, or is of no use any more. */
import { Schema, Types, type InferSchemaType } from "mongoose";
import { createModel } from "./create-model.server";
import { toObjectId } from "./ids.server";
import { readRows } from "./read-rows.server";

const schema = new Schema(
  {
    /** The account it is sent to; of an address that has no account an id of nobody. */
    user: { type: Schema.Types.ObjectId, required: true, index: true },
    /** `null` for an address that has no account: that mail is written and never sent. */
    to: { type: String, default: null },
    subject: { type: String, required: true },
    text: { type: String, required: true },
    html: { type: String, required: true },
    createdAt: { type: Date, required: true },
    /** When it is to be sent, or tried again; while a process sends it, when another one may. */
    dueAt: { type: Date, required: true, index: true },
    /** How often it was begun to be sent. */
    attempts: { type: Number, required: true, default: 0 },
    /** From then on it would be of no use. */
    expiresAt: { type: Date, required: true, expires: 0 },
  },
  { collection: "mails", versionKey: false },
);

type MailRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
const MailModel = createModel<MailRow>("Mail", schema);

/** A mail to be sent. */
export interface NewMail {
  userId: string;
  /** `null` writes a mail that is never sent. */
  to: string | null;
  subject: string;
  text: string;
  html: string;
  /** From when on it would be of no use. */
  expiresAt: Date;
}

/** A mail that this process is to send now. */
export interface ClaimedMail extends NewMail {
  id: string;
  createdAt: Date;
  /** How often it was begun to be sent, this time included. */
  attempts: number;
}

/** Adds a mail, to be sent at once. */
export async function addMail({ userId, ...mail }: NewMail): Promise<void> {
  const now = new Date();
  await MailModel.create({ ...mail, user: new Types.ObjectId(userId), createdAt: now, dueAt: now });
}

/**
 * Takes the mail that has been due for longest, so that no other process takes it.
 *
 * @param until when another process may take it, if this one has not said what came of it
 * @returns the mail, or `null` if none is due
 */
export async function claimDueMail(now: Date, until: Date): Promise<ClaimedMail | null> {
  const row = await MailModel.findOneAndUpdate(
    { dueAt: { $lte: now } },
    { $set: { dueAt: until }, $inc: { attempts: 1 } },
    { sort: { dueAt: 1 }, returnDocument: "after" },
  ).lean<MailRow>();
  if (!row) return null;
  const { _id, user, to, subject, text, html, createdAt, attempts, expiresAt } = row;
  return {
    ...{ id: _id.toHexString(), userId: user.toHexString(), to: to ?? null },
    ...{ subject, text, html, createdAt, attempts, expiresAt },
  };
}

/** Removes a mail that was sent, or will not be. */
export async function removeMail(id: string): Promise<void> {
  await MailModel.deleteOne({ _id: toObjectId(id) });
}

/** Has a mail tried again later. */
export async function postponeMail(id: string, dueAt: Date): Promise<void> {
  await MailModel.updateOne({ _id: toObjectId(id) }, { $set: { dueAt } });
}

/** Yields the mails to an account that have not been sent, without their texts, which may hold secret links. */
export const readMailsTo = (userId: string) =>
  readRows<MailRow, Pick<MailRow, "subject" | "createdAt" | "expiresAt"> & { to: string | null }>(
    MailModel,
    {
      filter: { user: toObjectId(userId) },
      projection: { to: 1, subject: 1, createdAt: 1, expiresAt: 1 },
      toItem: ({ to, subject, createdAt, expiresAt }) => ({
        ...{ to: to ?? null, subject, createdAt, expiresAt },
      }),
    },
  );

/** Removes the mails to an account that have not been sent. */
export async function removeMailsTo(userId: string): Promise<void> {
  await MailModel.deleteMany({ user: toObjectId(userId) });
}
