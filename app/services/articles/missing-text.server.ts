/** Why a text cannot be read: it never existed, its author removed it, or moderators have hidden it. */
import type { EditableKind } from "~/domain/editing";
import { moderationReasons, type ModerationReason } from "~/domain/moderation";
import { findHiddenText } from "~/models/hidden-text.server";
import { findRemovedArticle } from "~/models/removed-article.server";
import { notFoundError, ServiceError } from "../errors";

const NAMES = { article: "Article", review: "Review", comment: "Comment" } as const;

/** @returns the error for a text that is not there: `gone` if it was removed or is hidden, otherwise `notFound` */
export async function missingTextError(kind: EditableKind, id: string): Promise<ServiceError> {
  const hidden = await findHiddenText(id);
  if (hidden?.kind === kind) return hiddenError(hidden);
  if (kind === "article" && (await findRemovedArticle(id))) {
    return new ServiceError("gone", "This article was removed by its author.");
  }
  return notFoundError(NAMES[kind]);
}

const hiddenError = ({ kind, reason, rule }: HiddenMark & { kind: EditableKind }): ServiceError =>
  new ServiceError("gone", `This ${kind} was hidden by moderators: ${reasonOf({ reason, rule })}.`);

interface HiddenMark {
  reason: ModerationReason;
  rule: number;
}

const reasonOf = ({ reason, rule }: HiddenMark): string =>
  `${moderationReasons[reason].label} (rule ${rule})`;

/** @returns the error for a link that cannot be posted, because the article that has it is hidden */
export const hiddenLinkError = (hidden: HiddenMark & { id: string }): ServiceError =>
  new ServiceError(
    "conflict",
    `An article with this link was hidden by moderators: ${reasonOf(hidden)}. The link cannot be posted again.`,
    { id: hidden.id },
  );

/** @returns the error for a work whose review by the same person is hidden */
export const hiddenReviewError = (hidden: HiddenMark & { id: string }): ServiceError =>
  new ServiceError(
    "conflict",
    `Your review of this work was hidden by moderators: ${reasonOf(hidden)}. You can appeal, but not review it again.`,
    { id: hidden.id },
  );
