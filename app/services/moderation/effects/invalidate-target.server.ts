import {
  accountTag,
  ARTICLES,
  articleTag,
  COMMENTS,
  PEOPLE,
  REVIEWS,
  reviewTag,
} from "~/config/page-tags";
import type { ModerationTarget } from "~/domain/moderation";
import { findComment } from "~/models/comment.server";
import { discussionTags } from "../../articles/comment-subject.server";
import { invalidate } from "../../cache/invalidation.server";

/** Invalidates the pages that show a text or person, after a decision has changed it. */
export async function invalidateTarget({ kind, id }: ModerationTarget): Promise<void> {
  if (kind === "article") return invalidate(articleTag(id), ARTICLES);
  if (kind === "review") return invalidate(reviewTag(id), REVIEWS);
  if (kind === "person") return invalidate(accountTag(id), PEOPLE);
  const comment = await findComment(id);
  await (comment ? invalidate(...discussionTags(comment.subject)) : invalidate(COMMENTS));
}
