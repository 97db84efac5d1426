/** The secret links in mails about an account. Each is good once and for a while. */
import { randomBytes } from "node:crypto";
import { Schema, Types, type InferSchemaType } from "mongoose";
import { createModel } from "./create-model.server";
import { isDuplicateKey, toObjectId } from "./ids.server";
import { hashSecret } from "./session.server";

export const linkPurposes = [
  "prove-email",
  "reset-password",
  "change-email",
  "restore-email",
] as const;
/** What a link is for. */
export type LinkPurpose = (typeof linkPurposes)[number];

const schema = new Schema(
  {
    /** SHA-256 of the secret, so that read access to the database is not enough to use the link. */
    secretHash: { type: String, required: true, unique: true },
    purpose: { type: String, required: true, enum: linkPurposes },
    user: { type: Schema.Types.ObjectId, required: true },
    /** The address it was sent to: it proves no other. */
    email: { type: String, required: true },
    expiresAt: { type: Date, required: true, expires: 0 },
  },
  { collection: "account-links", versionKey: false },
);
// One of each kind: a new link takes the place of the one before.
schema.index({ user: 1, purpose: 1 }, { unique: true });
schema.index({ email: 1, purpose: 1 });

type AccountLinkRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
const AccountLinkModel = createModel<AccountLinkRow>("AccountLink", schema);

/** What a link is good for. */
export interface AccountLink {
  userId: string;
  /** In lower case. */
  email: string;
  expiresAt: Date;
}

interface NewLink extends AccountLink {
  purpose: LinkPurpose;
}

/**
 * Makes a link in place of the user's earlier one for the same purpose.
 *
 * @returns its secret, which is not stored
 */
export async function createLink({ userId, purpose, ...link }: NewLink): Promise<string> {
  const secret = randomBytes(32).toString("base64url");
  const replace = () =>
    AccountLinkModel.updateOne(
      { user: new Types.ObjectId(userId), purpose },
      { $set: { ...link, secretHash: hashSecret(secret) } },
      { upsert: true },
    );
  // Of two first ones at the same time one fails; the retry replaces the other.
  await replace().catch((error: unknown) => {
    if (isDuplicateKey(error)) return replace();
    throw error;
  });
  return secret;
}

const goodLink = (secret: string, purpose: LinkPurpose) => ({
  secretHash: hashSecret(secret),
  purpose,
  expiresAt: { $gt: new Date() },
});

const toLink = (row: AccountLinkRow | null): AccountLink | null =>
  row && { userId: row.user.toHexString(), email: row.email, expiresAt: row.expiresAt };

/** @returns what a secret is good for, or `null` if it was used, is void, too old, or for another purpose */
export async function findLink(secret: string, purpose: LinkPurpose): Promise<AccountLink | null> {
  return toLink(await AccountLinkModel.findOne(goodLink(secret, purpose)).lean<AccountLinkRow>());
}

/** Uses a link up. @returns as `findLink`; of several uses at the same time only one gets it */
export async function consumeLink(
  secret: string,
  purpose: LinkPurpose,
): Promise<AccountLink | null> {
  return toLink(
    await AccountLinkModel.findOneAndDelete(goodLink(secret, purpose)).lean<AccountLinkRow>(),
  );
}

const findGood = async (filter: object): Promise<AccountLink | null> =>
  toLink(
    await AccountLinkModel.findOne({
      ...filter,
      expiresAt: { $gt: new Date() },
    }).lean<AccountLinkRow>(),
  );

/** @returns what a user's link for a purpose is good for, or `null` if there is none */
export const findLinkOf = (userId: string, purpose: LinkPurpose): Promise<AccountLink | null> =>
  findGood({ user: toObjectId(userId), purpose });

/**
 * @param email in lower case
 * @returns what a link that was mailed to an address is good for, or `null` if there is none
 */
export const findLinkTo = (email: string, purpose: LinkPurpose): Promise<AccountLink | null> =>
  findGood({ email, purpose });

/** @returns what a user's links are good for, and when they end */
export async function listLinksOf(
  userId: string,
): Promise<{ purpose: LinkPurpose; email: string; expiresAt: Date }[]> {
  const rows = await AccountLinkModel.find({ user: toObjectId(userId) })
    .limit(linkPurposes.length)
    .lean<AccountLinkRow[]>();
  return rows.map(({ purpose, email, expiresAt }) => ({ purpose, email, expiresAt }));
}

/** Voids the links of a user. @param purposes only those for these; all if omitted */
export async function removeLinksOf(
  userId: string,
  purposes: readonly LinkPurpose[] = linkPurposes,
): Promise<void> {
  await AccountLinkModel.deleteMany({
    user: toObjectId(userId),
    purpose: { $in: [...purposes] },
  });
}
