/**
 * Which articles and comments were about to lose an upvote or a comment. Nothing else is left of a removal if the
 * process is killed before it lowers the count.
 */
import type { Model, QueryFilter, Types } from "mongoose";
import type { Upvoted, UpvotedKind } from "~/domain/upvotes";
import { ArticleModel } from "./article.schema.server";
import { collectionOf } from "./collection.server";
import { CommentModel } from "./comment.schema.server";
import { toObjectId } from "./ids.server";

interface LoweredRow {
  _id: Types.ObjectId;
  loweredAt?: Date | null;
}

const loweredIn = (model: unknown) =>
  collectionOf(
    model as Model<LoweredRow>,
    ({ _id, loweredAt }) => ({ id: _id.toHexString(), loweredAt: loweredAt! }),
    { loweredAt: 1 },
  );

const texts = { article: loweredIn(ArticleModel), comment: loweredIn(CommentModel) };

/** A text, and when one of its counts was last about to be lowered. */
export interface Lowered {
  id: string;
  loweredAt: Date;
}

/** Call it before removing an upvote of a text, a comment on it, or an answer in the thread that it begins. */
export async function noteLowering({ kind, id }: Upvoted): Promise<void> {
  await texts[kind].change({ _id: toObjectId(id) }, { $set: { loweredAt: new Date() } });
}

/**
 * @param last the last text of the previous batch, or `null` for the first batch
 * @returns up to `limit` texts with a count that was about to be lowered since a time, in the order of these times
 */
export function listLowered(
  kind: UpvotedKind,
  since: Date,
  last: Lowered | null,
  limit: number,
): Promise<Lowered[]> {
  const filter: QueryFilter<LoweredRow> = last
    ? {
        $or: [
          { loweredAt: { $gt: last.loweredAt } },
          { loweredAt: last.loweredAt, _id: { $gt: toObjectId(last.id) } },
        ],
      }
    : { loweredAt: { $gte: since } };
  return texts[kind].list(filter, { sort: { loweredAt: 1, _id: 1 }, limit });
}
