/** The queue of moderators: the open cases, with what is needed to decide about them. */
import type { Cursor, Page } from "~/domain/cursor";
import { hasPower, refusalToDecide, type DecisionRefusal } from "~/domain/permissions";
import type { Viewer } from "~/domain/viewer";
import type { Flag } from "~/models/flag.server";
import { findShownTexts, keyOf, type ShownText } from "~/models/whole-text.server";
import { countWaitingAppeals } from "~/models/listed-decisions.server";
import type { ModerationCase } from "~/models/moderation-case.server";
import { countOpenCases, listOpenCases, type CaseFilter } from "~/models/queue-cases.server";
import { listNewestOpenFlags, listOpenFlagsBy, listOpenFlagsOn } from "~/models/queue-flags.server";
import { findVersions, type Revision } from "~/models/revision.server";
import { findNames } from "~/models/user.server";
import { requirePower } from "../require-power";
import { readRecords, type AuthorRecord } from "./author-records.server";
import { findSimilar, pathOf, type SimilarText } from "./similar-texts.server";

/** How many flags of a case are listed; all are counted. */
const FLAGS_LISTED = 20;

/** Up to where the numbers of the tabs are counted. */
export const MAX_COUNTED = 100;

export interface ListedFlag extends Pick<Flag, "id" | "reason" | "words" | "weight" | "at"> {
  /** `null` for a report without an account, and if the account is gone. */
  personName: string | null;
}

/** A case with what is needed to decide about it. */
export interface QueuedCase extends ModerationCase {
  /** The text or person as it is now. */
  text: ShownText;
  path: string;
  /** The text as it was before its last edit; `null` if it was not edited. */
  before: Revision | null;
  record: AuthorRecord | null;
  listedFlags: ListedFlag[];
  similar: SimilarText[];
  /** Why the viewer may not decide about it; `null` if they may. */
  refusal: DecisionRefusal | null;
}

/**
 * Reads a page of the open cases, those whose flags weigh most first.
 * @throws ServiceError `forbidden` for who is no moderator
 */
export async function readQueue(
  viewer: Viewer | null,
  { filter, ...page }: { limit: number; after: Cursor | null; filter: CaseFilter },
): Promise<Page<QueuedCase>> {
  const moderator = requirePower(viewer, "read-queue");
  const cases = await listOpenCases(filter, page);
  return { ...cases, items: await describeCases(moderator, cases.items) };
}

/**
 * Reads what is needed to decide about some cases, in a fixed number of queries.
 * @returns those whose text is there; the others are about to be closed
 */
async function describeCases(
  moderator: Viewer,
  cases: readonly ModerationCase[],
): Promise<QueuedCase[]> {
  if (!cases.length) return [];
  const targets = cases.map(({ target }) => target);
  const [texts, records, flags, own] = await Promise.all([
    findShownTexts(targets),
    readRecords(cases.map(({ authorId }) => authorId)),
    readFlags(cases),
    listOpenFlagsBy(moderator.id, targets),
  ]);
  const [similar, before] = await Promise.all([
    findSimilar([...texts.values()]),
    findBefore([...texts.values()]),
  ]);
  const flagged = new Set(own.map(({ target }) => keyOf(target)));
  return cases.flatMap((one) => {
    const key = keyOf(one.target);
    const text = texts.get(key);
    if (!text) return [];
    const record = records.get(one.authorId) ?? null;
    return {
      ...one,
      text,
      path: pathOf(text),
      before: before.get(one.target.id) ?? null,
      record,
      listedFlags: flags.get(key) ?? [],
      similar: similar.get(key) ?? [],
      refusal: refusalToDecide(moderator, {
        authorId: one.authorId,
        personRole: one.target.kind === "person" ? (record?.role ?? null) : null,
        isFlaggedByViewer: flagged.has(key),
      }),
    };
  });
}

/** Reads the newest flags of some cases: together, except of those with more than are listed. */
async function readFlags(cases: readonly ModerationCase[]): Promise<Map<string, ListedFlag[]>> {
  const isMany = ({ flags }: ModerationCase) => flags > FLAGS_LISTED;
  const few = cases.filter((one) => !isMany(one)).map(({ target }) => target);
  const lists = await Promise.all([
    few.length ? listOpenFlagsOn(few, 2 * FLAGS_LISTED * few.length) : [],
    ...cases.filter(isMany).map(({ target }) => listNewestOpenFlags(target, FLAGS_LISTED)),
  ]);
  const flags = lists.flat().sort((one, other) => other.at.getTime() - one.at.getTime());
  const names = await findNames([...new Set(flags.flatMap(({ personId }) => personId ?? []))]);
  const byTarget = new Map<string, ListedFlag[]>();
  for (const { id, target, reason, words, weight, at, personId } of flags) {
    const listed = byTarget.get(keyOf(target)) ?? [];
    byTarget.set(keyOf(target), listed);
    if (listed.length === FLAGS_LISTED) continue;
    const personName = personId ? (names.get(personId) ?? null) : null;
    listed.push({ id, reason, words, weight, at, personName });
  }
  return byTarget;
}

/** Finds the versions of edited texts before their last edit. */
async function findBefore(texts: readonly ShownText[]): Promise<Map<string, Revision>> {
  const edited = texts.filter(({ editedAt, version }) => editedAt && version > 1);
  const versions = await findVersions(
    edited.map(({ target, version }) => ({ documentId: target.id, version: version - 1 })),
  );
  return new Map(versions.map(({ documentId, ...version }) => [documentId, version]));
}

/**
 * @returns the numbers of open cases and waiting appeals, counted no further than `MAX_COUNTED`
 * @throws ServiceError `forbidden` for who is no moderator
 */
export async function countWaiting(
  viewer: Viewer | null,
): Promise<{ cases: number; appeals: number }> {
  requirePower(viewer, "read-queue");
  const [cases, appeals] = await Promise.all([
    countOpenCases(MAX_COUNTED),
    countWaitingAppeals(MAX_COUNTED),
  ]);
  return { cases, appeals };
}

/** @returns how many cases and appeals wait, to be shown to moderators on every page; 0 for others */
export async function countForModerator(viewer: Viewer): Promise<number> {
  if (!hasPower(viewer, "read-queue")) return 0;
  const { cases, appeals } = await countWaiting(viewer);
  return cases + appeals;
}
