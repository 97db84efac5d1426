/** Statements of reasons: decisions as those read them whom they concern, and as moderators do. */
import { accountTag } from "~/config/page-tags";
import type { Page } from "~/domain/cursor";
import { hasPower } from "~/domain/permissions";
import { statementOf, type StatedDecision } from "~/domain/statements";
import type { Viewer } from "~/domain/viewer";
import {
  findDecision,
  hasDecisionsAbout,
  listDecisionsAbout,
  listDecisionsBy,
} from "~/models/decision-acts.server";
import type { ModerationDecision } from "~/models/moderation-decision.server";
import type { OwnListPage } from "~/models/pagination.server";
import { findPerson } from "~/models/profile.server";
import { findNames } from "~/models/user.server";
import { cachedRead } from "../cache/cached-reads.server";
import { readRuleTitles } from "../content/rules.server";
import { notFoundError, unauthenticatedError } from "../errors";
import { requirePower } from "./authorise.server";
import { whyNoAppeal } from "./appeals.server";
import { toStated } from "./tell-author.server";

/** A decision with its statement, and what its reader can do about it. */
export interface Statement {
  decision: ModerationDecision;
  stated: StatedDecision;
  sentences: ReturnType<typeof statementOf>;
  /** Whether its reader is the one whom it concerns. */
  isAuthor: boolean;
  /** The names of the author and the moderators, as far as the reader may see them. */
  authorName: string | null;
  moderatorName: string | null;
  appealDecidedBy: string | null;
  undoneBy: string | null;
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

/** Reads the names in some decisions at once. */
async function toStatements(
  viewer: Viewer,
  decisions: readonly ModerationDecision[],
): Promise<Statement[]> {
  const ids = decisions.flatMap(({ authorId, moderatorId, appeal, undone }) =>
    [authorId, moderatorId, appeal?.moderatorId, undone?.moderatorId].flatMap((id) => id ?? []),
  );
  const [names, rules] = await Promise.all([findNames([...new Set(ids)]), readRuleTitles()]);
  return decisions.map((decision) =>
    toStatement(viewer, decision, toStated(decision, names, rules), names),
  );
}

function toStatement(
  viewer: Viewer,
  decision: ModerationDecision,
  stated: StatedDecision,
  names: ReadonlyMap<string, string>,
): Statement {
  const { authorId, moderatorId, appeal, undone } = decision;
  const isAuthor = authorId === viewer.id;
  const isModerator = hasPower(viewer, "decide");
  const isOwn = moderatorId === viewer.id;
  // Whoever decided an appeal, or undid a decision, is named to moderators only.
  const nameOf = (id: string | null | undefined) => (isModerator && id && names.get(id)) || null;
  return {
    ...{ decision, stated, sentences: statementOf(stated), isAuthor },
    authorName: (authorId && names.get(authorId)) || null,
    moderatorName: nameOf(moderatorId),
    appealDecidedBy: nameOf(appeal?.moderatorId),
    undoneBy: nameOf(undone?.moderatorId),
    mayAppeal: isAuthor && whyNoAppeal(decision) === null,
    mayUndo: !undone && isModerator && !isAuthor && (isOwn || hasPower(viewer, "undo-any")),
    mayDecideAppeal:
      appeal !== null && !appeal.outcome && !undone && isModerator && !isOwn && !isAuthor,
  };
}

/** Reads a page of the decisions about the viewer and their texts, newest first. @throws ServiceError `unauthenticated` */
export async function listOwnDecisions(
  viewer: Viewer | null,
  page: OwnListPage,
): Promise<Page<ModerationDecision>> {
  if (!viewer) throw unauthenticatedError("Please log in to see decisions about you.");
  return listDecisionsAbout(viewer.id, page);
}

/** Like `listOwnDecisions`, with their statements. */
export async function readOwnStatements(
  viewer: Viewer | null,
  page: OwnListPage,
): Promise<Page<Statement>> {
  const { items, ...list } = await listOwnDecisions(viewer, page);
  return { ...list, items: viewer ? await toStatements(viewer, items) : [] };
}

/** @returns whether there are decisions about the viewer or their texts */
export const hasOwnDecisions = ({ id }: Pick<Viewer, "id">): Promise<boolean> =>
  cachedRead([accountTag(id)], ["has decisions", id], () => hasDecisionsAbout(id));

/**
 * Reads a page of the decisions of a moderator, newest first, for other moderators.
 * @param name in any case
 * @throws ServiceError `unauthenticated`, `forbidden`, `notFound`
 */
export async function browseDecisionsBy(viewer: Viewer | null, name: string, page: OwnListPage) {
  requirePower(viewer, "read-queue", "Only moderators see the decisions of others.");
  const person = await findPerson(name);
  if (!person) throw notFoundError("Moderator");
  const { items, ...list } = await listDecisionsBy(person.id, page);
  return { moderator: person, ...list, items: viewer ? await toStatements(viewer, items) : [] };
}
