/** The open cases, as the queue lists them. */
import type { Cursor, Page } from "~/domain/cursor";
import type { ModeratedKind, ModerationReason } from "~/domain/moderation";
import type { QueuedBecause } from "~/domain/moderation-queue";
import {
  ModerationCaseModel,
  moderationCases,
  toCase,
  type ModerationCase,
} from "./moderation-case.server";
import { searchPage } from "./pagination.server";

/** Which open cases the queue shows; all if empty. */
export interface CaseFilter {
  kind?: ModeratedKind | undefined;
  only?: QueuedBecause | undefined;
  /** Only those with a flag for this reason. */
  reason?: ModerationReason | undefined;
}

const because = {
  flagged: { flags: { $gt: 0 } },
  first: { isFirstText: true },
  warned: { warnedOf: { $ne: null } },
} as const satisfies Record<QueuedBecause, object>;

/** Reads a page of the open cases, heaviest first; a filtered page may be short and still have a next one. */
export function listOpenCases(
  { kind, only, reason }: CaseFilter,
  page: { after: Cursor | null; limit: number },
): Promise<Page<ModerationCase>> {
  const options = { filter: { isOpen: true }, field: "weight", ...page } as const;
  const matching = {
    ...(kind && { kind }),
    ...(only && because[only]),
    ...(reason && { "reasons.reason": reason }),
  };
  return Object.keys(matching).length
    ? searchPage(ModerationCaseModel, { ...options, matching, toItem: toCase })
    : moderationCases.page(options);
}

/** @returns how many cases are open, counting no further than `limit` */
export const countOpenCases = (limit: number): Promise<number> =>
  ModerationCaseModel.countDocuments({ isOpen: true }).limit(limit);

/** Yields all open cases, in no order. */
export const readOpenCases = () => moderationCases.stream({ isOpen: true });
