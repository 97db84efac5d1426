/** Marks the sentences on the page of a text that count for the token that `?mark=` names. */
import type { ListedComment } from "~/components/comments/comment-list";
import { articleTextFields, type ArticleTextField } from "~/domain/article-fields";
import { mentioningTexts } from "~/domain/sentiment/mentioning-texts";
import { joinSegments, markSegments, type TextSegment } from "~/domain/text-segments";
import { markQuery } from "~/schemas/sentiment";
import { sentenceFinder } from "~/services/scoring/explain-text.server";
import { markHtml } from "~/services/scoring/mark-html.server";

interface ShownArticle {
  title: TextSegment[];
  summary: TextSegment[];
  html: string;
}

/** @returns the token that a page's address names; `undefined` for an unknown one */
export const markedToken = ({ url }: Request): string | undefined =>
  markQuery.parse(Object.fromEntries(new URL(url).searchParams)).mark;

/** @returns the id of the comment that a page's address names, or `null` */
const namedComment = ({ url }: Request): string | null => new URL(url).searchParams.get("comment");

/** Marks an article, unless the address names one of its comments. */
export function markArticle(
  request: Request,
  article: Record<ArticleTextField, string>,
  shown: ShownArticle,
): ShownArticle {
  const token = namedComment(request) === null ? markedToken(request) : undefined;
  const find = token && sentenceFinder("article", mentioningTexts("article", article), token);
  if (!find) return shown;
  const part = (name: ArticleTextField) => (pieces: readonly string[]) =>
    find(articleTextFields.indexOf(name), pieces);
  return {
    title: markSegments(shown.title, part("title")),
    summary: markSegments(shown.summary, part("summary")),
    html: markHtml(shown.html, part("content")),
  };
}

/** Marks a review, unless the address names one of its comments. */
export const markReview = (request: Request, segments: TextSegment[]): TextSegment[] =>
  namedComment(request) === null ? markPlain("review", segments, markedToken(request)) : segments;

/** Marks the comment that the address names. */
export function markComment(request: Request, comments: ListedComment[]): ListedComment[] {
  const id = namedComment(request);
  const token = markedToken(request);
  if (!token) return comments;
  return comments.map((comment) =>
    comment.id === id
      ? { ...comment, segments: markPlain("comment", comment.segments, token) }
      : comment,
  );
}

function markPlain(kind: "comment" | "review", segments: TextSegment[], token?: string) {
  const find = token && sentenceFinder(kind, [joinSegments(segments)], token);
  return find ? markSegments(segments, (pieces) => find(0, pieces)) : segments;
}
