/** The open cases, as the queue lists them. */
import type { Cursor, Page } from "~/domain/cursor";
import type { ModeratedKind, ModerationTarget } from "~/domain/moderation";
import { toObjectId } from "./ids.server";
import {
  ModerationCaseModel,
  moderationCases,
  openCaseOf,
  toCase,
  type CaseNote,
  type ModerationCase,
} from "./moderation-case.server";
import { searchPage } from "./pagination.server";

/** Which open cases the queue shows; all if empty. */
export interface CaseFilter {
  kind?: ModeratedKind | undefined;
  /** Only those that have flags, or that are first texts. */
  only?: "flagged" | "first" | undefined;
}

/** Reads a page of the open cases, heaviest first; a filtered page may be short and still have a next one. */
export function listOpenCases(
  { kind, only }: CaseFilter,
  page: { after: Cursor | null; limit: number },
): Promise<Page<ModerationCase>> {
  const options = { filter: { isOpen: true }, field: "weight", ...page } as const;
  const matching = {
    ...(kind && { kind }),
    ...(only === "flagged" && { flags: { $gt: 0 } }),
    ...(only === "first" && { isFirstText: true }),
  };
  return Object.keys(matching).length
    ? searchPage(ModerationCaseModel, { ...options, matching, toItem: toCase })
    : moderationCases.page(options);
}

/** @returns how many cases are open, counting no further than `limit` */
export const countOpenCases = (limit: number): Promise<number> =>
  ModerationCaseModel.countDocuments({ isOpen: true }).limit(limit);

/** @returns the cases of some texts and people that have one, in no particular order */
export const findCasesOf = (targets: readonly ModerationTarget[]): Promise<ModerationCase[]> =>
  moderationCases.list({
    kind: { $in: [...new Set(targets.map((target) => target.kind))] },
    target: { $in: targets.map(({ id }) => toObjectId(id)) },
  });

/** Puts a text into the queue to be looked at, without a flag. */
export async function addNotedCase(
  target: ModerationTarget,
  authorId: string,
  note: CaseNote,
): Promise<void> {
  const { id } = await openCaseOf(target, authorId);
  await moderationCases.change(
    { _id: toObjectId(id) },
    { $set: { note, isOpen: true, at: new Date() } },
  );
}
