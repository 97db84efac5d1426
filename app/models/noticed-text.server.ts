/** The articles, reviews and comments that notices tell about. */
import type { Types } from "mongoose";
import type { EditableKind } from "~/domain/editing";
import type { CommentSubject } from "~/domain/threads";
import { ArticleModel, type ArticleRow } from "./article.schema.server";
import { CommentModel, type CommentRow } from "./comment.schema.server";
import { withIds } from "./ids.server";
import { ReviewModel, type ReviewRow } from "./review.schema.server";

export interface TextReference {
  kind: EditableKind;
  id: string;
}

/** What a notice needs to know about a text. */
export interface NoticedText extends TextReference {
  authorId: string;
  /** The title of the article or of the reviewed work; of a comment, that of what it is on, `null` if that is gone. */
  title: string | null;
  /** The hub of a review or the category of an article; of a comment, that of what it is on. */
  section: string | null;
  /** The people whom the text names. */
  named: string[];
  /** What a comment is on, which may be gone; `null` for other texts. */
  on: CommentSubject | null;
  /** The comment that it answers, and the first of its thread; `null` if it answers what it is on. */
  parentId: string | null;
  rootId: string | null;
}

/** The fields of a text that not every row has. */
interface Extra {
  named?: { id: unknown }[] | null;
}
const namesIn = ({ named }: Extra) => (named ?? []).map(({ id }) => String(id));
const NOT_ANSWERING = { on: null, parentId: null, rootId: null } as const;
const hex = (id: Types.ObjectId | null | undefined) => id?.toHexString() ?? null;

const toArticle = (row: ArticleRow & Extra): NoticedText => ({
  ...NOT_ANSWERING,
  kind: "article",
  id: row._id.toHexString(),
  authorId: row.author.toHexString(),
  title: row.title,
  section: row.category,
  named: namesIn(row),
});

const toReview = (row: ReviewRow & Extra): NoticedText => ({
  ...NOT_ANSWERING,
  kind: "review",
  id: row._id.toHexString(),
  authorId: row.user.toHexString(),
  title: row.title,
  section: row.hub,
  named: namesIn(row),
});

/**
 * Reads some texts, and what the comments among them are on, in three queries.
 * @returns those that exist and were not removed, by id
 */
export async function findNoticedTexts(
  references: readonly TextReference[],
): Promise<Map<string, NoticedText>> {
  const idsOf = (kind: EditableKind) =>
    references.filter((reference) => reference.kind === kind).map(({ id }) => id);
  const comments = await CommentModel.find(
    { ...withIds<CommentRow>(idsOf("comment")), removedAt: null },
    { article: 1, review: 1, author: 1, parent: 1, root: 1, named: 1 },
  ).lean<(CommentRow & Extra)[]>();
  const on = (field: "article" | "review") => comments.flatMap((row) => hex(row[field]) ?? []);
  const [articles, reviews] = await Promise.all([
    ArticleModel.find(withIds<ArticleRow>([...idsOf("article"), ...on("article")]), {
      author: 1,
      title: 1,
      category: 1,
      named: 1,
    }).lean<ArticleRow[]>(),
    ReviewModel.find(withIds<ReviewRow>([...idsOf("review"), ...on("review")]), {
      user: 1,
      title: 1,
      hub: 1,
      named: 1,
    }).lean<ReviewRow[]>(),
  ]);
  const texts = new Map(
    [...articles.map(toArticle), ...reviews.map(toReview)].map((text) => [text.id, text]),
  );
  for (const row of comments) {
    const on: CommentSubject = row.article
      ? { kind: "article", id: row.article.toHexString() }
      : { kind: "review", id: row.review!.toHexString() };
    texts.set(row._id.toHexString(), {
      kind: "comment",
      id: row._id.toHexString(),
      authorId: row.author.toHexString(),
      title: texts.get(on.id)?.title ?? null,
      section: texts.get(on.id)?.section ?? null,
      named: namesIn(row),
      on,
      parentId: hex(row.parent),
      rootId: hex(row.root),
    });
  }
  return texts;
}
