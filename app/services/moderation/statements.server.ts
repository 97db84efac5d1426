/** Statements of reasons: decisions as those read them whom they concern, and as moderators do. */
import { accountTag } from "~/config/page-tags";
import type { Page } from "~/domain/cursor";
import { hasPower } from "~/domain/permissions";
import { statementOf, type StatedDecision } from "~/domain/statements";
import type { Viewer } from "~/domain/viewer";
import { findDecision, hasDecisionsAbout, listDecisionsAbout } from "~/models/decision-acts.server";
import type { ModerationDecision } from "~/models/moderation-decision.server";
import type { OwnListPage } from "~/models/pagination.server";
import { findNames } from "~/models/user.server";
import { cachedRead } from "../cache/cached-reads.server";
import { readRuleTitles } from "../content/rules.server";
import { notFoundError, unauthenticatedError } from "../errors";
import { whyNoAppeal } from "./appeals.server";
import { toStated } from "./tell-author.server";

/** A decision with its statement, and what its reader can do about it. */
export interface Statement {
  decision: ModerationDecision;
  stated: StatedDecision;
  sentences: ReturnType<typeof statementOf>;
  /** Whether its reader is the one whom it concerns. */
  isAuthor: boolean;
  authorName: string | null;
  /** Who decided, even if the author is not told; only for moderators. The name is `null` if the account is deleted. */
  by: { id: string; name: string | null } | null;
  mayAppeal: boolean;
  mayUndo: boolean;
  mayDecideAppeal: boolean;
}

/**
 * Reads the statement of reasons of a decision.
 * @throws ServiceError `unauthenticated`; `notFound` for all but moderators and the one whom it concerns
 */
export async function readStatement(viewer: Viewer | null, decisionId: string): Promise<Statement> {
  if (!viewer) throw unauthenticatedError("Please log in to read this.");
  const decision = await findDecision(decisionId);
  if (!decision) throw notFoundError("Decision");
  const isAuthor = decision.authorId === viewer.id && decision.decision !== "dismiss";
  if (!isAuthor && !hasPower(viewer, "read-queue")) throw notFoundError("Decision");
  const [statement] = await toStatements(viewer, [decision]);
  return statement!;
}

async function toStatements(
  viewer: Viewer,
  decisions: readonly ModerationDecision[],
): Promise<Statement[]> {
  const ids = decisions.flatMap(({ authorId, moderatorId }) => [authorId ?? [], moderatorId ?? []]);
  const [names, rules] = await Promise.all([findNames([...new Set(ids.flat())]), readRuleTitles()]);
  const nameOf = (id: string | null) => (id !== null && names.get(id)) || null;
  const isModerator = hasPower(viewer, "decide");
  return decisions.map((decision) => {
    const { authorId, moderatorId, appeal, undone } = decision;
    const isAuthor = authorId === viewer.id;
    const isOwn = moderatorId === viewer.id;
    const stated = toStated(decision, names, rules);
    return {
      ...{ decision, stated, sentences: statementOf(stated), isAuthor },
      authorName: nameOf(authorId),
      by: isModerator && moderatorId ? { id: moderatorId, name: nameOf(moderatorId) } : null,
      mayAppeal: isAuthor && whyNoAppeal(decision) === null,
      mayUndo: !undone && isModerator && !isAuthor && (isOwn || hasPower(viewer, "undo-any")),
      mayDecideAppeal:
        appeal !== null && !appeal.outcome && !undone && isModerator && !isOwn && !isAuthor,
    };
  });
}

/** Reads a page of the decisions about the viewer and their texts, newest first. @throws ServiceError `unauthenticated` */
export async function readOwnStatements(
  viewer: Viewer | null,
  page: OwnListPage,
): Promise<Page<Statement>> {
  if (!viewer) throw unauthenticatedError("Please log in to see decisions about you.");
  const { items, ...list } = await listDecisionsAbout(viewer.id, page);
  return { ...list, items: await toStatements(viewer, items) };
}

/** @returns whether there are decisions about the viewer or their texts */
export const hasOwnDecisions = ({ id }: Pick<Viewer, "id">): Promise<boolean> =>
  cachedRead([accountTag(id)], ["has decisions", id], () => hasDecisionsAbout(id));
