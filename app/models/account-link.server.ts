/** The secret links in mails about an account. Each can be used once, until it expires. */
import { randomBytes } from "node:crypto";
import { addMinutes } from "date-fns/addMinutes";
import { Schema, Types, type InferSchemaType } from "mongoose";
import { collectionOf } from "./collection.server";
import { createModel } from "./create-model.server";
import { toObjectId, unlessDuplicate } from "./ids.server";
import { hashSecret } from "./session.server";

const linkPurposes = ["prove-email", "reset-password", "change-email", "restore-email"] as const;
export type LinkPurpose = (typeof linkPurposes)[number];

const schema = new Schema(
  {
    /** SHA-256 of the secret, so that read access to the database is not enough to use the link. */
    secretHash: { type: String, required: true, unique: true },
    purpose: { type: String, required: true, enum: linkPurposes },
    user: { type: Schema.Types.ObjectId, required: true },
    /** The address that the link was sent to. The link proves no other address. */
    email: { type: String, required: true },
    expiresAt: { type: Date, required: true, expires: 0 },
    /** While a request uses the link: until when no other request can. */
    claimedUntil: { type: Date },
  },
  { collection: "account-links", versionKey: false },
);
// Enforces one link per user and purpose: a new link replaces the earlier one.
schema.index({ user: 1, purpose: 1 }, { unique: true });
schema.index({ email: 1, purpose: 1 });

type AccountLinkRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
const AccountLinkModel = createModel<AccountLinkRow>("AccountLink", schema);

const toLink = ({ user, purpose, email, expiresAt }: AccountLinkRow) => ({
  userId: user.toHexString(),
  purpose,
  email,
  expiresAt,
});

/** A link without its secret, with the address in lower case. */
export type AccountLink = ReturnType<typeof toLink>;

const links = collectionOf(AccountLinkModel, toLink);

/** Creates a link, replacing the user's earlier one for the same purpose. @returns its secret, which is not stored */
export async function createLink(link: AccountLink): Promise<string> {
  // Of two concurrent first upserts one may fail; the retry replaces the other's link.
  return (await storeLink(link)) ?? createLink(link);
}

/** Creates a link, unless the user has a valid one for the same purpose. @returns its secret, or `null` */
export const createLinkUnlessValid = (link: AccountLink): Promise<string | null> =>
  storeLink(link, { expiresAt: { $lte: new Date() } });

/** Stores a link in the place of one that matches. @returns its secret, or `null` if there is one that does not match */
async function storeLink(
  { userId, purpose, ...link }: AccountLink,
  replaceable: object = {},
): Promise<string | null> {
  const secret = randomBytes(32).toString("base64url");
  const stored = await unlessDuplicate(
    AccountLinkModel.updateOne(
      { ...replaceable, user: new Types.ObjectId(userId), purpose },
      { $set: { ...link, secretHash: hashSecret(secret) }, $unset: { claimedUntil: 1 } },
      { upsert: true },
    ),
  );
  return stored && secret;
}

const validLink = (secret: string, purpose: LinkPurpose) => ({
  secretHash: hashSecret(secret),
  purpose,
  expiresAt: { $gt: new Date() },
});

/** @returns the link with a secret, or `null` if it was used or revoked, has expired, or has another purpose */
export const findLink = (secret: string, purpose: LinkPurpose): Promise<AccountLink | null> =>
  links.find(validLink(secret, purpose));

/** How long a claim lasts if the process that made it ends before it uses up or releases the link. */
const CLAIM_MINUTES = 1;

/** Claims a link to use it. @returns the same as `findLink`; of several concurrent calls only one gets the link */
export async function claimLink(secret: string, purpose: LinkPurpose): Promise<AccountLink | null> {
  const now = new Date();
  const isFree = { $or: [{ claimedUntil: null }, { claimedUntil: { $lte: now } }] };
  return links.update(
    { ...validLink(secret, purpose), ...isFree },
    { $set: { claimedUntil: addMinutes(now, CLAIM_MINUTES) } },
  );
}

/** Releases a claimed link that could not be used, so that it can be used later. */
export const releaseLink = (secret: string): Promise<boolean> =>
  links.change({ secretHash: hashSecret(secret) }, { $unset: { claimedUntil: 1 } });

export const removeLink = (secret: string): Promise<boolean> =>
  links.removeOne({ secretHash: hashSecret(secret) });

/** @returns a user's valid link for a purpose, or `null` if there is none */
export const findLinkOf = (userId: string, purpose: LinkPurpose): Promise<AccountLink | null> =>
  links.find({ user: toObjectId(userId), purpose, expiresAt: { $gt: new Date() } });

/**
 * @param email in lower case
 * @returns the valid link for a purpose that was sent to an address, or `null` if there is none
 */
export const findLinkTo = (email: string, purpose: LinkPurpose): Promise<AccountLink | null> =>
  links.find({ email, purpose, expiresAt: { $gt: new Date() } });

export const listLinksOf = (userId: string): Promise<AccountLink[]> =>
  links.list({ user: toObjectId(userId) }, { limit: linkPurposes.length });

/** Revokes the links of a user. @param purposes the purposes of the links to revoke; all if omitted */
export const removeLinksOf = (
  userId: string,
  purposes: readonly LinkPurpose[] = linkPurposes,
): Promise<void> => links.remove({ user: toObjectId(userId), purpose: { $in: purposes } });
