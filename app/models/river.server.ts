/** Reading the texts of all kinds by time, with what following depends on, and without their contents. */
import type { Model, QueryFilter, Types } from "mongoose";
import type { Cursor } from "~/domain/cursor";
import type { EditableKind } from "~/domain/editing";
import { ArticleModel, type ArticleRow } from "./article.schema.server";
import { collectionOf } from "./collection.server";
import { CommentModel, type CommentRow } from "./comment.schema.server";
import { toObjectId } from "./ids.server";
import { afterCursor } from "./pagination.server";
import { ReviewModel, type ReviewRow } from "./review.schema.server";

/** A text as the river orders and filters it. */
export interface RiverText {
  kind: EditableKind;
  id: string;
  createdAt: Date;
  authorId: string;
  /** The category of an article, which may be that of a hub. */
  category?: string;
  /** The hub of a review. */
  hub?: string;
  /** The ids of what the threads begin with that a comment is in: its article or review, and the first comment. */
  threads?: string[];
}

const NEWEST_FIRST = { createdAt: -1, _id: -1 } as const;

interface Row {
  _id: Types.ObjectId;
  createdAt: Date;
}

/** @returns a function that reads the newest texts of a kind that match a filter; an index must serve it and the order */
function readerOf<TextRow extends Row>(
  model: Model<TextRow>,
  projection: Readonly<Record<string, 1>>,
  toFields: (row: TextRow) => Omit<RiverText, "id" | "createdAt">,
) {
  const toText = (row: TextRow): RiverText => ({
    ...toFields(row),
    id: row._id.toHexString(),
    createdAt: row.createdAt,
  });
  const texts = collectionOf(model, toText, { ...projection, createdAt: 1 });
  return (filter: QueryFilter<TextRow>, { after, limit }: RiverPlace): Promise<RiverText[]> =>
    texts.list(
      { ...filter, ...(after && afterCursor<TextRow>("createdAt", after, false)) },
      {
        sort: NEWEST_FIRST,
        limit,
      },
    );
}

/** Where the river is read from, and how many texts of each source at most. */
export interface RiverPlace {
  after: Cursor | null;
  limit: number;
}

const articles = readerOf<ArticleRow>(
  ArticleModel,
  { author: 1, category: 1 },
  ({ author, category }) => ({ kind: "article", authorId: author.toHexString(), category }),
);

const reviews = readerOf<ReviewRow>(ReviewModel, { user: 1, hub: 1 }, ({ user, hub }) => ({
  kind: "review",
  authorId: user.toHexString(),
  hub,
}));

const comments = readerOf<CommentRow>(
  CommentModel,
  { author: 1, article: 1, review: 1, root: 1 },
  ({ author, article, review, root }) => ({
    kind: "comment",
    authorId: author.toHexString(),
    threads: [article, review, root].flatMap((id) => (id ? [id.toHexString()] : [])),
  }),
);

/** Comments that their authors have not removed. */
const PRESENT = { removedAt: null } as const;

const among = (ids: readonly string[]) => ({ $in: ids.flatMap((id) => toObjectId(id) ?? []) });

/** The newest texts of each kind. */
export const newestTexts = (place: RiverPlace): Promise<RiverText[]>[] => [
  articles({}, place),
  reviews({}, place),
  comments(PRESENT, place),
];

/** The newest texts of each kind by some people. */
export const newestBy = (people: readonly string[], place: RiverPlace): Promise<RiverText[]>[] => [
  articles({ author: among(people) }, place),
  reviews({ user: among(people) }, place),
  comments({ author: among(people), ...PRESENT }, place),
];

/** The newest articles in some categories. */
export const newestInCategories = (categories: readonly string[], place: RiverPlace) =>
  articles({ category: { $in: categories } }, place);

/** The newest reviews in some hubs. */
export const newestInHubs = (hubs: readonly string[], place: RiverPlace) =>
  reviews({ hub: { $in: hubs } }, place);

/** The newest comments on some articles and reviews, and in the threads that begin with some comments. */
export const newestInThreads = (
  starts: readonly string[],
  place: RiverPlace,
): Promise<RiverText[]>[] => [
  comments({ article: among(starts), ...PRESENT }, place),
  comments({ review: among(starts), ...PRESENT }, place),
  comments({ root: among(starts), ...PRESENT }, place),
];
