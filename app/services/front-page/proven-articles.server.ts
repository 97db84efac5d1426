/** The articles on the front page: by accounts with a proven address that are neither new nor limited, and at most one of each. */
import type { Cursor } from "~/domain/cursor";
import { findListedArticles, type ListedArticle } from "~/models/article.server";
import { listProvenAuthors } from "~/models/proven-article.server";
import { findEstablishedUsers } from "~/models/user.server";

/**
 * How many articles are looked through at a time. Those by accounts that are not proven are not among them, so only
 * somebody with a proven address who posts very much makes more than the first read necessary.
 */
const WINDOWS = [60, 240, 960];

/**
 * @param sort `hot` for the strongest first, `new` for the newest
 * @returns up to `limit` articles by different people, whose accounts have a proven address and are not new, limited, suspended or being deleted;
 *   fewer if a few people wrote all of those that are looked through
 */
export async function readProvenArticles(
  sort: "hot" | "new",
  limit: number,
): Promise<ListedArticle[]> {
  const chosen = new Map<string, string>();
  let after: Cursor | null = null;
  for (const window of WINDOWS) {
    const found = await listProvenAuthors(sort, { after, limit: window });
    const authors = [...new Set(found.map(({ authorId }) => authorId))];
    const established = await findEstablishedUsers(authors.filter((id) => !chosen.has(id)));
    for (const { id, authorId } of found) {
      if (established.delete(authorId)) chosen.set(authorId, id);
      if (chosen.size === limit) break;
    }
    after = found.at(-1)?.cursor ?? null;
    if (chosen.size === limit || found.length < window) break;
  }
  const ids = [...chosen.values()];
  const byId = new Map((await findListedArticles(ids)).map((article) => [article.id, article]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
