/** The secret addresses of feeds of what people follow. */
import { randomBytes } from "node:crypto";
import type { Viewer } from "~/domain/viewer";
import { toObjectId } from "./ids.server";
import { hashSecret } from "./session.server";
import { User } from "./user.schema.server";
import { users } from "./user.server";

/** Makes a new secret, which replaces the one before at once. @returns the secret, of which only a hash is stored */
export async function renewFeedSecret(userId: string): Promise<string> {
  const secret = randomBytes(32).toString("base64url");
  const followingFeed = { secretHash: hashSecret(secret), madeAt: new Date() };
  await User.updateOne({ _id: toObjectId(userId) }, { $set: { followingFeed } });
  return secret;
}

/** Ends the address of somebody's feed. */
export async function removeFeedSecret(userId: string): Promise<void> {
  await User.updateOne({ _id: toObjectId(userId) }, { $unset: { followingFeed: 1 } });
}

/** @returns whose feed a secret is of, or `null`, also if their account is being deleted */
export const findFeedOwner = (secret: string): Promise<Viewer | null> =>
  users.find({ "followingFeed.secretHash": hashSecret(secret), leavingAs: null });

/** @returns when the address of somebody's feed was made, or `null` if there is none */
export async function findFeedDate(userId: string): Promise<Date | null> {
  const row = await User.findById(toObjectId(userId), { followingFeed: 1 }).lean();
  return row?.followingFeed?.madeAt ?? null;
}
