/** The flags of many cases at once, for the queue of moderators. */
import type { ModerationTarget } from "~/domain/moderation";
import { flags, openOn, type Flag } from "./flag.server";
import { toObjectId } from "./ids.server";

const among = (targets: readonly ModerationTarget[]) => ({
  kind: { $in: [...new Set(targets.map(({ kind }) => kind))] },
  target: { $in: targets.map(({ id }) => toObjectId(id)) },
});

/** @returns up to `limit` open flags of some texts and people together, in no particular order */
export const listOpenFlagsOn = (
  targets: readonly ModerationTarget[],
  limit: number,
): Promise<Flag[]> => flags.list({ ...among(targets), state: "open" }, { limit });

/** @returns up to `limit` open flags of one text or person, newest first */
export const listNewestOpenFlags = (target: ModerationTarget, limit: number): Promise<Flag[]> =>
  flags.list(openOn(target), { sort: { at: -1 }, limit });

/** @returns the open flags that a person has raised on some texts and people */
export const listOpenFlagsBy = (
  personId: string,
  targets: readonly ModerationTarget[],
): Promise<Flag[]> =>
  flags.list({ ...among(targets), person: toObjectId(personId), state: "open" });
