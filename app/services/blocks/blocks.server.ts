/** People whom a person has blocked: their texts are folded away for that person, and tell them nothing. */
import { accountTag } from "~/config/page-tags";
import type { Named } from "~/domain/named";
import type { Viewer } from "~/domain/viewer";
import { addBlock, listBlocksBy, MAX_BLOCKS, removeBlock } from "~/models/block.server";
import { removeFollowing } from "~/models/following.server";
import { findNamesOf } from "~/models/people-by-name.server";
import { cachedRead } from "../cache/cached-reads.server";
import { invalidate } from "../cache/invalidation.server";
import { ServiceError, unauthenticatedError } from "../errors";
import { readPerson } from "../people/people.server";
import { enforceRateLimit } from "../rate-limits.server";

export { MAX_BLOCKS } from "~/models/block.server";

/**
 * Blocks a person for the viewer, who no longer follows them either. Repeating it has no effect.
 * @param name in any case
 * @returns the person
 * @throws ServiceError `unauthenticated`, `limited`, `notFound`, `gone`, `forbidden` for oneself, `conflict` after
 *   `MAX_BLOCKS` others
 */
export async function blockPerson(viewer: Viewer | null, name: string): Promise<Named> {
  const { own, person } = await findToBlock(viewer, name);
  if (person.id === own.id) throw new ServiceError("forbidden", "You cannot block yourself.");
  if ((await addBlock(own.id, person.id)) === "tooMany") {
    throw new ServiceError("conflict", `You have blocked ${MAX_BLOCKS} people, which is the most.`);
  }
  await removeFollowing(own.id, "person", person.id);
  await invalidate(accountTag(own.id));
  return person;
}

/**
 * Ends blocking a person; without it, nothing changes.
 * @param name in any case
 * @returns the person
 * @throws ServiceError `unauthenticated`, `limited`, `notFound`, `gone`
 */
export async function unblockPerson(viewer: Viewer | null, name: string): Promise<Named> {
  const { own, person } = await findToBlock(viewer, name);
  await removeBlock(own.id, person.id);
  await invalidate(accountTag(own.id));
  return person;
}

async function findToBlock(viewer: Viewer | null, name: string) {
  if (!viewer) throw unauthenticatedError("Please log in to block people.");
  await enforceRateLimit("blocks", viewer.id);
  const { id, name: spelled } = await readPerson(name);
  return { own: viewer, person: { id, name: spelled } };
}

/** @returns the people whom an account has blocked, by name */
export async function readBlocked(userId: string): Promise<{ name: string; createdAt: Date }[]> {
  const blocks = await listBlocksBy(userId);
  const names = await findNamesOf(blocks.map(({ id }) => id));
  return blocks
    .flatMap(({ id, createdAt }) => {
      const name = names.get(id);
      return name === undefined ? [] : [{ name, createdAt }];
    })
    .sort((one, other) => one.name.localeCompare(other.name, "en"));
}

/** @throws ServiceError `unauthenticated` */
export async function listBlocked(viewer: Viewer | null) {
  if (!viewer) throw unauthenticatedError();
  return readBlocked(viewer.id);
}

/** @returns the names of the people whom the viewer has blocked, from the cache if they are there */
export const blockedNames = ({ id }: Pick<Viewer, "id">): Promise<readonly string[]> =>
  cachedRead([accountTag(id)], ["blocked names", id], async () =>
    (await readBlocked(id)).map(({ name }) => name),
  );
