/** The secret address at which programs read the feed of what somebody follows. */
import type { Viewer } from "~/domain/viewer";
import {
  findFeedDate,
  findFeedOwner,
  removeFeedSecret,
  renewFeedSecret,
} from "~/models/following-feed.server";
import { notFoundError, unauthenticatedError } from "../errors";
import { enforceRateLimit } from "../rate-limits.server";

/** As `renewFeedSecret` makes it: 256 bits in base64url. */
const SECRET = /^[\w-]{43}$/;

/** Makes a new address for the viewer's feed; the one before ends. @returns its secret, which is not shown again */
export async function renewFeedAddress(viewer: Viewer | null): Promise<string> {
  const user = await mayChange(viewer);
  return renewFeedSecret(user.id);
}

/** Ends the address of the viewer's feed. */
export async function endFeedAddress(viewer: Viewer | null): Promise<void> {
  const user = await mayChange(viewer);
  await removeFeedSecret(user.id);
}

async function mayChange(viewer: Viewer | null): Promise<Viewer> {
  if (!viewer) throw unauthenticatedError("Please log in to change the address of your feed.");
  await enforceRateLimit("follows", viewer.id);
  return viewer;
}

/** @returns when the address of the viewer's feed was made, or `null` if there is none */
export const readFeedDate = ({ id }: Viewer): Promise<Date | null> => findFeedDate(id);

/** @returns whose feed an address is of @throws ServiceError `notFound` */
export async function readFeedOwner(secret: string): Promise<Viewer> {
  const owner = SECRET.test(secret) ? await findFeedOwner(secret) : null;
  if (!owner) throw notFoundError("Feed");
  return owner;
}
