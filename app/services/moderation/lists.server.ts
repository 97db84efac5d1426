/** The lists that moderators work with beside the queue: waiting appeals, hidden texts, and all decisions. */
import type { Cursor, Page } from "~/domain/cursor";
import { hasPower } from "~/domain/permissions";
import type { Viewer } from "~/domain/viewer";
import { listHidden } from "~/models/hidden-text.server";
import { listDecided, listWaitingAppeals } from "~/models/listed-decisions.server";
import type { ModerationDecision } from "~/models/moderation-decision.server";
import { findNames } from "~/models/user.server";
import { toShownTexts, type ShownText } from "~/models/whole-text.server";
import { requirePower } from "../require-power";
import { pathOf } from "./similar-texts.server";
import { resolveTarget } from "./targets.server";

/** A decision with the names of who is concerned; `null` for an account that is gone. */
export interface ListedDecision extends ModerationDecision {
  authorName: string | null;
  moderatorName: string | null;
}

export interface ListedAppeal extends ListedDecision {
  /** Why the viewer may not decide the appeal, in words; `null` if they may. */
  refusal: string | null;
}

const MOST_APPEALS = 50;

/**
 * Reads the appeals that wait longest.
 * @throws ServiceError `forbidden` for who is no moderator
 */
export async function readAppeals(viewer: Viewer | null): Promise<ListedAppeal[]> {
  const moderator = requirePower(viewer, "read-queue");
  const decisions = await withNames(await listWaitingAppeals(MOST_APPEALS));
  return decisions.map((decision) => ({
    ...decision,
    refusal: refusalToDecideAppeal(moderator, decision),
  }));
}

function refusalToDecideAppeal(moderator: Viewer, decision: ModerationDecision): string | null {
  if (!hasPower(moderator, "decide-appeal")) return "Only moderators decide appeals.";
  if (decision.moderatorId === moderator.id) {
    return "You took this decision, so another moderator decides.";
  }
  return decision.authorId === moderator.id
    ? "This is about you, so another moderator decides."
    : null;
}

/** A hidden text, as it was. */
export interface ListedHidden {
  text: ShownText;
  path: string;
  reason: ModerationDecision["reason"];
  rule: number;
  decisionId: string;
  hiddenAt: Date;
}

/**
 * Reads a page of the hidden texts, the last hidden first.
 * @throws ServiceError `forbidden` for who is no moderator
 */
export async function readHidden(
  viewer: Viewer | null,
  page: { after: Cursor | null; limit: number },
): Promise<Page<ListedHidden>> {
  requirePower(viewer, "read-queue");
  const { items, ...cursors } = await listHidden(page);
  const texts = await toShownTexts(items);
  return {
    ...cursors,
    items: items.map(({ reason, rule, decisionId, hiddenAt }, i) => ({
      ...{ reason, rule, decisionId, hiddenAt },
      ...{ text: texts[i]!, path: pathOf(texts[i]!) },
    })),
  };
}

/**
 * Reads a page of all decisions, newest first.
 * @param by the name of the moderator whose decisions are wanted, or the key that a deleted account has left in them;
 *   those of all if missing
 * @throws ServiceError `forbidden` for who is no moderator, `notFound` if nobody has the name
 */
export async function readDecided(
  viewer: Viewer | null,
  { by, ...page }: { by?: string | undefined; after: Cursor | null; limit: number },
): Promise<Page<ListedDecision>> {
  requirePower(viewer, "read-queue");
  const moderator = by === undefined ? undefined : await resolveTarget("person", by);
  const { items, ...cursors } = await listDecided(moderator?.id, page);
  return { ...cursors, items: await withNames(items) };
}

async function withNames(decisions: readonly ModerationDecision[]): Promise<ListedDecision[]> {
  const ids = decisions.flatMap(({ authorId, moderatorId }) => [authorId ?? [], moderatorId ?? []]);
  const names = await findNames([...new Set(ids.flat())]);
  const nameOf = (id: string | null) => (id && names.get(id)) || null;
  return decisions.map((decision) => ({
    ...decision,
    authorName: nameOf(decision.authorId),
    moderatorName: nameOf(decision.moderatorId),
  }));
}
