import type { ActionFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import { COMMENTS_PER_PAGE } from "~/domain/field-limits";
import { articleIntent } from "~/schemas/articles";
import { commentPath } from "~/domain/comment-path";
import { onArticle } from "~/domain/threads";
import { commentOnArticle, readFirstComments } from "~/services/articles/comments.server";
import { upvote, withdrawUpvote } from "~/services/articles/upvotes.server";
import { cardAnchor } from "../article-cards";
import { commentUpvoteForms } from "./comment-upvote-forms.server";
import { type formAction } from "./form-action.server";

interface FormContext {
  params: { id?: string | undefined };
}

/** The id of a form's article: that of the page, or the one named in the form on pages with several. */
const articleOf = ({ article }: { article?: string | undefined }, { params }: FormContext) =>
  params.id ?? article ?? "";

/** Whether the article's card shows a comment; `false` if unknown, because the article's page always shows it. */
const isListedOnCard = (commentId: string, articleId: string): Promise<boolean> =>
  readFirstComments(articleId, COMMENTS_PER_PAGE).then(
    ({ items }) => items.some(({ id }) => id === commentId),
    () => false,
  );

/** Back to the form's own page, so that the cards of a list need no `redirectTo` field each. */
function ownPage({ request, params }: ActionFunctionArgs, article: string): string {
  const { pathname, search } = new URL(request.url);
  return `${pathname}${search}${params.id ? "" : `#${cardAnchor(encodeURIComponent(article))}`}`;
}

/** The upvote and comment forms of all pages that show articles. */
export const articleForms = {
  schema: articleIntent,
  forms: {
    upvote: {
      isButton: true,
      page: ownPage,
      async handle(input, context) {
        await upvote(context.viewer, { kind: "article", id: articleOf(input, context) });
        return {};
      },
    },
    "withdraw-upvote": {
      isButton: true,
      page: ownPage,
      async handle(input, context) {
        await withdrawUpvote(context.viewer, { kind: "article", id: articleOf(input, context) });
        return {};
      },
    },
    ...commentUpvoteForms,
    comment: {
      async handle(input, context) {
        const comment = await commentOnArticle(context.viewer, articleOf(input, context), input);
        return { posted: comment.id, link: commentPath(comment), warnedOf: comment.warnedOf };
      },
      // The new comment may not be visible: a card shows the first comments only, the article's page one page of them.
      async redirectTo(returnTo, { posted }, context, input) {
        const articleId = articleOf(input, context);
        if (!posted) return returnTo;
        const isArticlePage = returnTo.split(/[?#]/)[0] === `/article/${articleId}`;
        const isShown = !isArticlePage && (await isListedOnCard(posted, articleId));
        return isShown
          ? `${returnTo.split("#")[0]}#comment-${posted}`
          : commentPath({ id: posted, subject: onArticle(articleId) });
      },
    },
  },
} satisfies Parameters<
  typeof formAction<typeof articleIntent, z.output<typeof articleIntent>["intent"]>
>[0];
