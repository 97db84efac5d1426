import { onArticle } from "~/domain/threads";
import type { Comment } from "~/models/comment.server";
import { listThreads } from "~/models/threads.server";
import { findProvenUsers } from "~/models/user.server";
import type { ListedArticle } from "../articles/articles.server";

/** Maximum number of comments that are looked through. */
const MAX_READ = 20;

/**
 * @returns the best comments that begin a thread on an article, by others than its author and with a proven address; the
 *   best first
 */
export async function readBestComments({
  id,
  reviewer,
}: Pick<ListedArticle, "id" | "reviewer">): Promise<Comment[]> {
  const { threads } = await listThreads(onArticle(id), "best", { after: null, limit: MAX_READ });
  const comments = threads.flatMap(({ first }) =>
    first.removedAt || first.isUnproven || first.username === reviewer ? [] : [first],
  );
  const proven = await findProvenUsers(comments.map(({ authorId }) => authorId));
  return comments.filter(({ authorId }) => proven.has(authorId));
}
