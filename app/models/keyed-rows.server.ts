/** Keys that are derived from other fields of a document and stored, so that an index can make them unique. */
import type { Model, QueryFilter, Types } from "mongoose";
import { workScore } from "~/domain/work-score";
import { ArticleModel, type ArticleRow } from "./article.schema.server";
import { isDuplicateKey, toObjectId } from "./ids.server";
import { RemovedArticleModel, type RemovedArticleRow } from "./removed-article.server";
import { ReviewModel, type ReviewRow } from "./review.schema.server";

/** A document with its key and the fields that it is derived from. */
export type KeyedRow<Fields> = Fields & { id: string; key: string };

/** A collection whose keys can be replaced. */
export interface KeyedRows<Fields> {
  /** @returns up to `limit` documents in id order after `afterId` */
  list(afterId: string | null, limit: number): Promise<KeyedRow<Fields>[]>;
  /** Replaces the key of a document, unless it has changed since it was read or another document has the new key. */
  rekey(row: KeyedRow<Fields>, key: string): Promise<"replaced" | "changed" | "taken">;
}

function keyedRows<Row extends { _id: Types.ObjectId }, Name extends keyof Row & string>(
  model: Model<Row>,
  keyName: keyof Row & string,
  names: readonly Name[],
  changes: (row: Pick<Row, Name>) => object = () => ({}),
): KeyedRows<Pick<Row, Name>> {
  const projection = Object.fromEntries([keyName, ...names].map((name) => [name, 1]));
  return {
    async list(afterId, limit) {
      const after = (afterId ? { _id: { $gt: toObjectId(afterId) } } : {}) as QueryFilter<Row>;
      const rows = await model.find(after, projection).sort({ _id: 1 }).limit(limit).lean<Row[]>();
      return rows.map(({ _id, [keyName]: key, ...fields }) => ({
        ...(fields as unknown as Pick<Row, Name>),
        ...{ id: _id.toHexString(), key: String(key) },
      }));
    },
    async rekey({ id, key, ...rest }, newKey) {
      const fields = rest as unknown as Pick<Row, Name>;
      try {
        const { modifiedCount } = await model.updateOne(
          { ...fields, _id: toObjectId(id), [keyName]: key } as QueryFilter<Row>,
          { $set: { ...changes(fields), [keyName]: newKey } as object },
        );
        return modifiedCount ? "replaced" : "changed";
      } catch (error) {
        if (isDuplicateKey(error)) return "taken";
        throw error;
      }
    },
  };
}

export const keyedArticles = keyedRows<ArticleRow, "url">(ArticleModel, "urlKey", ["url"]);

/** Of removed articles only the key is stored. */
export const keyedRemovedArticles = keyedRows<RemovedArticleRow, never>(
  RemovedArticleModel,
  "urlKey",
  [],
);

export const keyedReviews = keyedRows<ReviewRow, "title" | "author" | "url" | "rating">(
  ReviewModel,
  "workKey",
  ["title", "author", "url", "rating"],
  // The score of the former work does not apply, whatever its version.
  ({ rating }) => ({ score: workScore(rating, 1), scoreVersion: 0 }),
);
