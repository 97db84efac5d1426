/** Editing and removing articles, and restoring those that their authors removed. */
import { Types, type QueryFilter } from "mongoose";
import type { Disclosure } from "~/domain/disclosure";
import type { Named } from "~/domain/named";
import { hotRank } from "~/domain/ranking";
import type { ArticleInput } from "~/schemas/articles";
import { collectionOf } from "./collection.server";
import { ArticleModel, type ArticleRow } from "./article.schema.server";
import { articleWords, toArticle, type Article, type NewArticle } from "./article.server";
import { isDuplicateKey, toObjectId, unlessDuplicate, versionFilter } from "./ids.server";
import { namedRows } from "./named.server";
import type { RemovedArticle } from "./removed-article.server";

const toEdited = (row: ArticleRow) => ({
  ...toArticle(row),
  urlKey: row.urlKey,
  commentsByOthers: row.commentsByOthers,
});

/** An article with the fields that editing depends on. */
export type EditedArticle = ReturnType<typeof toEdited>;

const edited = collectionOf(ArticleModel, toEdited);

export const findEditedArticle = (id: string): Promise<EditedArticle | null> =>
  edited.find({ _id: toObjectId(id) });

interface ArticleRewriting extends Omit<
  ArticleInput,
  "imageUrl" | "disclosure" | "disclosureNote"
> {
  urlKey: string;
  imageUrl: string | null;
  disclosure: Disclosure | null;
  disclosureNote: string | null;
  named: readonly Named[];
  /** `null` leaves no trace. */
  editedAt: Date | null;
}

/**
 * Rewrites an article if it has not changed since it was read. Its URL can be changed only while it has no upvotes.
 * @returns the article; `null` if it has changed, is gone, or has upvotes and so keeps its URL; or the id of another
 *   article that has the new URL
 */
export async function rewriteArticle(
  { id, version, urlKey, upvotes, commentsByOthers }: EditedArticle,
  { editedAt, content = "", named, ...fields }: ArticleRewriting,
): Promise<{ article: EditedArticle } | { existingId: string } | null> {
  const filter: QueryFilter<ArticleRow> = {
    _id: toObjectId(id),
    version: versionFilter(version),
    // Somebody may have reacted since `isFreeEdit` allowed an edit without a trace.
    ...(!editedAt && { upvotes, commentsByOthers }),
    ...(fields.urlKey !== urlKey && { upvotes: 0 }),
  };
  const changes = {
    ...fields,
    content,
    named: namedRows(named) ?? [],
    version: version + 1,
    ...articleWords({ ...fields, content }),
    ...(editedAt && { editedAt }),
  };
  try {
    const article = await edited.update(filter, { $set: changes });
    return article && { article };
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const existing = await ArticleModel.findOne({ urlKey: fields.urlKey }, { _id: 1 }).lean();
    return existing && { existingId: existing._id.toHexString() };
  }
}

/**
 * Stores an article with the id, time and views that it had before its author removed it. Its counts are zero until
 * they are recounted.
 * @returns the article, or `null` if it has been restored already or the URL has been posted since
 */
export async function restoreArticle(
  { id, createdAt, views, version }: RemovedArticle,
  { authorId, named, ...fields }: NewArticle,
  repostedAt: Date,
): Promise<Article | null> {
  const row = await unlessDuplicate(
    ArticleModel.create({
      ...fields,
      ...articleWords(fields),
      named: namedRows(named),
      createdAt,
      repostedAt,
      views,
      version: version + 1,
      _id: new Types.ObjectId(id),
      author: new Types.ObjectId(authorId),
      hot: hotRank({ upvotes: 0, commentsByOthers: 0, createdAt }),
    }),
  );
  return row && toArticle(row.toObject());
}

/**
 * Deletes only the document of an article.
 * @param version deletes it only if this is its version
 * @returns its author and category, or `null` if there is none
 */
export async function removeArticleRow(
  id: string,
  version?: number,
): Promise<Pick<Article, "authorId" | "category"> | null> {
  const _id = toObjectId(id);
  const filter = { _id, ...(version !== undefined && { version: versionFilter(version) }) };
  const row = _id && (await ArticleModel.findOneAndDelete(filter).lean());
  return row && { authorId: row.author.toHexString(), category: row.category };
}
