/** Upvoting articles and comments, and taking it back. */
import { accountTag } from "~/config/page-tags";
import { isUnproven } from "~/domain/permissions";
import type { Upvoted, UpvotedKind } from "~/domain/upvotes";
import type { Viewer } from "~/domain/viewer";
import { addUpvote, findUpvotedAmong, removeUpvote } from "~/models/upvote.server";
import { invalidate } from "../cache/invalidation.server";
import { countToday } from "../day-counts.server";
import { ServiceError, unauthenticatedError } from "../errors";
import { announce, takeBackUpvote } from "../notices/announce.server";
import { enforceRateLimit, enforceWriterLimit } from "../rate-limits.server";
import { requireWriter } from "../require-writer";
import { invalidateSupport, readArticle } from "./articles.server";
import { discussionTags } from "./comment-subject.server";
import { readComment } from "./edit-comment.server";
import { missingTextError } from "./missing-text.server";
import { countUpvote, removeCountedUpvote } from "./upvote-counts.server";
import { countSupportIfProven } from "./unproven-support.server";

/** What upvoting needs to know about a text. */
interface UpvotedText {
  authorId: string;
  upvotes: number;
  /** Invalidates what shows the number of upvotes. */
  invalidateCount(): Promise<void>;
}

const readers: Record<UpvotedKind, (id: string) => Promise<UpvotedText>> = {
  async article(id) {
    const article = await readArticle(id);
    return { ...article, invalidateCount: () => invalidateSupport(article) };
  },
  async comment(id) {
    const comment = await readComment(id);
    return { ...comment, invalidateCount: () => invalidate(...discussionTags(comment.subject)) };
  },
};

/**
 * Upvotes somebody else's article or comment; repeating it has no effect. The upvote row with its unique index is
 * authoritative, the count is derived.
 * @returns the number of upvotes
 * @throws ServiceError `unauthenticated`, `limited`, `notFound`, `gone`, or `forbidden` if it is the viewer's own
 *   or the viewer is suspended
 */
export async function upvote(viewer: Viewer | null, upvoted: Upvoted): Promise<number> {
  const { kind, id } = upvoted;
  const writer = requireWriter(viewer, `Please log in to upvote ${kind}s.`);
  await enforceWriterLimit("upvotes", writer);
  const text = await readers[kind](id);
  if (text.authorId === writer.id) {
    throw new ServiceError("forbidden", `You cannot upvote your own ${kind}.`);
  }
  const isWeightless = isUnproven(writer);
  if (!(await addUpvote(upvoted, writer.id, { isUnproven: isWeightless }))) return text.upvotes;
  const upvotes = await countUpvote(upvoted, { by: 1, isWeightless });
  if (upvotes === null) {
    // It was removed meanwhile.
    await removeUpvote(upvoted, writer.id);
    throw await missingTextError(kind, id);
  }
  countToday("upvotes");
  await announce({ kind: "upvoted", text: upvoted, authorId: text.authorId, by: writer.id });
  await invalidate(accountTag(writer.id));
  await text.invalidateCount();
  if (isWeightless) await countSupportIfProven(writer.id);
  return upvotes;
}

/**
 * Withdraws an upvote; without one, nothing changes. That of an article is no longer support when trust is next
 * computed.
 * @returns the number of upvotes
 * @throws ServiceError `unauthenticated`, `limited`, `notFound`, `gone`
 */
export async function withdrawUpvote(viewer: Viewer | null, upvoted: Upvoted): Promise<number> {
  const { kind, id } = upvoted;
  if (!viewer) throw unauthenticatedError("Please log in to withdraw an upvote.");
  await enforceRateLimit("upvotes", viewer.id);
  const text = await readers[kind](id);
  const removed = await removeCountedUpvote(upvoted, viewer.id);
  if (!removed) return text.upvotes;
  await takeBackUpvote(id, viewer.id);
  await invalidate(accountTag(viewer.id));
  await text.invalidateCount();
  return removed.upvotes ?? text.upvotes;
}

/** @returns the ids of those texts that a user has upvoted */
export const upvotedAmong = (
  { id: userId }: Viewer,
  kind: UpvotedKind,
  texts: readonly { id: string }[],
): Promise<Set<string>> =>
  findUpvotedAmong(
    kind,
    texts.map(({ id }) => id),
    userId,
  );

/** @throws ServiceError `unauthenticated`, `notFound`, `gone` */
export async function hasUpvoted(viewer: Viewer | null, { kind, id }: Upvoted): Promise<boolean> {
  if (!viewer) throw unauthenticatedError();
  await readers[kind](id);
  return (await findUpvotedAmong(kind, [id], viewer.id)).has(id);
}
