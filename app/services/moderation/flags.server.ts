/** Flags: what people tell moderators about texts and other people. A flag by itself changes nothing that others see. */
import { subDays } from "date-fns/subDays";
import type { Page } from "~/domain/cursor";
import { weightOfRecord, YOUNG_ACCOUNT_DAYS } from "~/domain/flag-weight";
import { moderationReasons, type ModerationTarget } from "~/domain/moderation";
import { mayFlag, NEW_ACCOUNT_DAYS } from "~/domain/permissions";
import type { Viewer } from "~/domain/viewer";
import {
  addFlag,
  changeFlag,
  countSettledBy,
  findFlagBy,
  listFlagsBy,
  listSettledBy,
  removeFlag,
  reopenSome,
  settleSome,
  type Flag,
  type NewFlag,
} from "~/models/flag.server";
import { countFlags } from "~/models/flag-counts.server";
import { openCaseOf } from "~/models/moderation-case.server";
import type { OwnListPage } from "~/models/pagination.server";
import type { FlagInput } from "~/schemas/moderation";
import { ServiceError, unauthenticatedError } from "../errors";
import { announce, takeBack } from "../notices/announce.server";
import { settledKey } from "../notices/receivers.server";
import { enforceRateLimit } from "../rate-limits.server";
import { requireWriter } from "../require-writer";
import { answerReports } from "./answer-reports.server";
import { findFlaggable, type Flaggable } from "./flaggable.server";
import { withOutcomes, type OwnFlag } from "./own-flags.server";
import { resolveTarget } from "./targets.server";

const LOG_IN = "Please log in to flag this.";
const NOT_THERE = "This cannot be flagged: it does not exist or was removed.";
const UNPROVEN =
  "Please confirm your email address first: follow the link in the mail that we sent you, or have it sent again in your settings.";
const TOO_NEW = `Accounts that are less than ${NEW_ACCOUNT_DAYS} days old, or that a moderator has limited, cannot flag.`;
const SETTLED = "A moderator has decided about what you flagged. Your flag stays as it is.";

/**
 * Flags a text or person, once; with another reason or other words, the flag is changed.
 * @returns the flag, with what was flagged
 * @throws ServiceError `forbidden` for who has not proven their address, whose
 *   account is new or limited, is suspended, or is the author; `notFound`;
 *   `conflict` if the viewer has flagged it like this already, or a moderator has decided since
 */
export async function raiseFlag(
  viewer: Viewer | null,
  { kind, id, reason, words }: FlagInput,
): Promise<OwnFlag> {
  const user = requireWriter(viewer, LOG_IN);
  await enforceRateLimit("flags", user.id);
  const target = await resolveTarget(kind, id);
  const text = await findToFlag(user, target);
  const before = await findFlagBy(user.id, target);
  const flag = before
    ? await changeRaised(user, before, { reason, words })
    : await addRaised(user, { target, reason, words }, text.authorId);
  await countFlags(target);
  return { ...flag, text, decision: null };
}

/** @returns what the viewer may flag @throws ServiceError `forbidden`, `notFound` */
async function findToFlag(viewer: Viewer, target: ModerationTarget): Promise<Flaggable> {
  const user = requireWriter(viewer);
  if (!mayFlag(user)) {
    throw new ServiceError("forbidden", user.hasProvenEmail ? TOO_NEW : UNPROVEN);
  }
  const found = await findFlaggable(target);
  if (!found) {
    throw new ServiceError("notFound", NOT_THERE);
  }
  if (found.authorId === user.id) {
    throw new ServiceError(
      "forbidden",
      target.kind === "person"
        ? "You cannot flag yourself."
        : "You cannot flag your own text. You can edit or remove it.",
    );
  }
  return found;
}

async function addRaised(
  user: Viewer,
  raised: Pick<NewFlag, "target" | "reason" | "words">,
  authorId: string,
): Promise<Flag> {
  await openCaseOf(raised.target, authorId);
  const flag = await addFlag({ ...raised, personId: user.id, ...(await record(user)) });
  if (flag) return flag;
  // The same form, sent twice at one moment.
  throw new ServiceError("conflict", "You have flagged this already.");
}

async function changeRaised(
  user: Viewer,
  before: Flag,
  { reason, words }: Pick<FlagInput, "reason" | "words">,
): Promise<Flag> {
  if (before.state !== "open") throw new ServiceError("conflict", SETTLED);
  if (before.reason === reason && before.words === (words ?? null)) {
    const label = moderationReasons[reason].label.toLowerCase();
    throw new ServiceError("conflict", `You have flagged this already, as: ${label}.`);
  }
  const flag = await changeFlag(user.id, before.target, { reason, words });
  if (!flag) throw new ServiceError("conflict", SETTLED);
  return flag;
}

/** What is stored with a flag of how the person’s former ones were decided. */
async function record({ id, createdAt }: Viewer) {
  const settled = await countSettledBy(id);
  const isYoung = createdAt > subDays(new Date(), YOUNG_ACCOUNT_DAYS);
  return {
    weight: weightOfRecord(settled),
    ...(settled.upheld && { upheldBefore: settled.upheld }),
    ...(isYoung && { isByYoungAccount: true }),
  };
}

/**
 * Takes back the viewer’s flag while no moderator has decided.
 * @throws ServiceError `notFound` if there is none, `conflict` if a moderator has decided since
 */
export async function withdrawFlag(viewer: Viewer | null, target: ModerationTarget): Promise<void> {
  const user = requireWriter(viewer, LOG_IN);
  await enforceRateLimit("flags", user.id);
  if (await removeFlag(user.id, target)) return countFlags(target);
  if (await findFlagBy(user.id, target)) throw new ServiceError("conflict", SETTLED);
  throw new ServiceError("notFound", "You have not flagged this.");
}

/**
 * Reads what the page on which somebody flags something shows.
 * @returns the viewer’s flag if there is one, otherwise what they flag, and why they may not
 * @throws ServiceError `notFound`
 */
export async function readFlagPage(
  viewer: Viewer | null,
  target: ModerationTarget,
): Promise<{ own: OwnFlag | null; text: Flaggable | null; refusal: string | null }> {
  const flag = viewer && (await findFlagBy(viewer.id, target));
  if (flag) return { own: (await withOutcomes([flag]))[0]!, text: null, refusal: null };
  const text = await findFlaggable(target);
  if (!text) throw new ServiceError("notFound", NOT_THERE);
  const refused = viewer && (await refusalOf(findToFlag(viewer, target)));
  return { own: null, text, refusal: refused };
}

const refusalOf = (act: Promise<unknown>): Promise<string | null> =>
  act.then(
    () => null,
    (error: unknown) => {
      if (error instanceof ServiceError && error.kind === "forbidden") return error.message;
      throw error;
    },
  );

/** Reads a page of the viewer’s flags, newest first. */
export async function listOwnFlags(
  viewer: Viewer | null,
  page: OwnListPage,
): Promise<Page<OwnFlag>> {
  if (!viewer) throw unauthenticatedError();
  const list = await listFlagsBy(viewer.id, page);
  return { ...list, items: await withOutcomes(list.items) };
}

/**
 * Settles all open flags of something, and tells those who raised them, by mail those without an account; idempotent.
 * @param isUpheld `null` leaves the flags open, and the case with them
 */
export async function settleFlags(
  target: ModerationTarget,
  { decisionId, isUpheld }: { decisionId: string; isUpheld: boolean | null },
): Promise<void> {
  if (isUpheld !== null) {
    while (await settleSome(target, { decisionId, isUpheld }));
    const [first] = await listSettledBy(decisionId, null, 1);
    if (first) await announce({ kind: "flagsSettled", decisionId });
    await answerReports(target, { decisionId, isUpheld });
  }
  await countFlags(target);
}

/** Opens the flags again that a decision has settled, because it was undone; idempotent. */
export async function reopenFlags(decisionId: string): Promise<void> {
  for (let found = await reopenSome(decisionId); found.length;) {
    await countFlags(found[0]!.target);
    found = await reopenSome(decisionId);
  }
  await takeBack([settledKey(decisionId)]);
}
