import { onArticle } from "~/domain/threads";
import type { Comment } from "~/models/comment.server";
import { listThreads } from "~/models/threads.server";
import { findEstablishedUsers } from "~/models/user.server";
import type { ListedArticle } from "../articles/articles.server";

/** Maximum number of comments that are looked through. */
const MAX_READ = 20;

/**
 * @returns the best comments that begin a thread on an article, by others than its author, with a proven address and neither new nor limited; the
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
  const established = await findEstablishedUsers(comments.map(({ authorId }) => authorId));
  return comments.filter(({ authorId }) => established.has(authorId));
}
