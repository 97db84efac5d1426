/** The addresses that users have signed in from, kept with the user as hashes. */
import { createHash } from "node:crypto";
import { millisecondsInDay } from "date-fns/constants";
import { toObjectId } from "./ids.server";
import { User, type KnownAddress } from "./user.schema.server";

/** An address is forgotten after 90 days, the longest that a session lasts. */
const KNOWN_MS = 90 * millisecondsInDay;
/** The last use of an address is stored at most once a day. */
const STORE_AFTER_MS = millisecondsInDay;
/** Maximum number of addresses kept per user, the last used ones. */
const MAX_KNOWN = 10;

/** Includes the user's id, so that equal addresses of two users have different hashes. */
const hashAddress = (userId: string, address: string) =>
  createHash("sha256").update(`${userId} ${address}`).digest("base64url");

interface AddressOfUser {
  userId: string;
  address: string;
  knownAddresses: readonly KnownAddress[];
}

/** @returns whether the user has signed in from this address in the last 90 days */
export const isKnownAddress = (address: AddressOfUser): boolean => wasUsedWithin(address, KNOWN_MS);

/** Records that the user has signed in from this address, and removes all but the last ten addresses. */
export async function rememberAddress(ofUser: AddressOfUser): Promise<void> {
  if (wasUsedWithin(ofUser, STORE_AFTER_MS)) return;
  const { userId, address } = ofUser;
  const hash = hashAddress(userId, address);
  const known = { $ifNull: ["$knownAddresses", []] };
  const others = { $filter: { input: known, cond: { $ne: ["$$this.hash", hash] } } };
  const all = { $concatArrays: [others, [{ hash, usedAt: new Date() }]] };
  // One update, so that two sign-ins at once do not store the address twice.
  await User.updateOne(
    { _id: toObjectId(userId) },
    [{ $set: { knownAddresses: { $slice: [all, -MAX_KNOWN] } } }],
    { updatePipeline: true },
  );
}

function wasUsedWithin({ userId, address, knownAddresses }: AddressOfUser, withinMs: number) {
  const hash = hashAddress(userId, address);
  const since = Date.now() - withinMs;
  return knownAddresses.some((known) => known.hash === hash && known.usedAt.getTime() > since);
}
