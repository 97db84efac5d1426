/** The flags of many cases at once, for the queue of moderators. */
import type { Types } from "mongoose";
import type { ModerationReason, ModerationTarget } from "~/domain/moderation";
import { FlagModel, flags, type Flag } from "./flag.server";
import { toObjectId } from "./ids.server";

const among = (targets: readonly ModerationTarget[]) => ({
  kind: { $in: [...new Set(targets.map(({ kind }) => kind))] },
  target: { $in: targets.map(({ id }) => toObjectId(id)) },
});

/** @returns how many open flags there are on each of some texts and people, by reason */
export async function countOpenFlags(
  targets: readonly ModerationTarget[],
): Promise<{ target: ModerationTarget; reason: ModerationReason; count: number }[]> {
  const rows = await FlagModel.aggregate<{
    _id: { kind: ModerationTarget["kind"]; target: Types.ObjectId; reason: ModerationReason };
    count: number;
  }>([
    { $match: { ...among(targets), state: "open" } },
    {
      $group: {
        _id: { kind: "$kind", target: "$target", reason: "$reason" },
        count: { $sum: 1 },
      },
    },
  ]);
  return rows.map(({ _id, count }) => ({
    target: { kind: _id.kind, id: _id.target.toHexString() },
    reason: _id.reason,
    count,
  }));
}

/** @returns up to `limit` open flags of some texts and people together, in no particular order */
export const listOpenFlagsOn = (
  targets: readonly ModerationTarget[],
  limit: number,
): Promise<Flag[]> => flags.list({ ...among(targets), state: "open" }, { limit });

/** @returns up to `limit` open flags of one text or person, newest first */
export const listNewestOpenFlags = ({ kind, id }: ModerationTarget, limit: number) =>
  flags.list({ kind, target: toObjectId(id), state: "open" }, { sort: { at: -1 }, limit });

/** @returns the open flags that a person has raised on some texts and people */
export const listOpenFlagsBy = (
  personId: string,
  targets: readonly ModerationTarget[],
): Promise<Flag[]> =>
  flags.list({ ...among(targets), person: toObjectId(personId), state: "open" });

/** @returns how many flags each of some decisions has upheld */
export async function countUpheldBy(decisionIds: readonly string[]): Promise<Map<string, number>> {
  if (!decisionIds.length) return new Map();
  const rows = await FlagModel.aggregate<{ _id: Types.ObjectId; count: number }>([
    { $match: { decision: { $in: decisionIds.map(toObjectId) }, state: "upheld" } },
    { $group: { _id: "$decision", count: { $sum: 1 } } },
  ]);
  return new Map(rows.map(({ _id, count }) => [_id.toHexString(), count]));
}
