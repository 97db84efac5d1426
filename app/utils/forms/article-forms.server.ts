import { articleIntent } from "~/schemas/articles";
import { commentPath } from "~/services/paths";
import { upvoteArticle } from "~/services/articles/articles.server";
import { commentOnArticle } from "~/services/articles/comments.server";
import { cardAnchor } from "../article-cards";
import { type formAction } from "./form-action.server";

interface FormContext {
  params: { id?: string | undefined };
}

/**
 * The id of a form's article: that of the page, or the one named in the form on pages with several.
 */
const articleOf = ({ article }: { article?: string | undefined }, { params }: FormContext) =>
  params.id ?? article ?? "";

/** Upvoting and commenting, wherever an article is shown. */
export const articleForms = {
  schema: articleIntent,
  forms: {
    upvote: {
      isButton: true,
      // Back to the page it is on: a list of many cards need not say so in each.
      page({ request, params }, article) {
        const { pathname, search } = new URL(request.url);
        return `${pathname}${search}${params.id ? "" : `#${cardAnchor(encodeURIComponent(article))}`}`;
      },
      async handle(input, context) {
        await upvoteArticle(context.viewer, articleOf(input, context));
        return {};
      },
    },
    comment: {
      async handle(input, context) {
        const comment = await commentOnArticle(context.viewer, articleOf(input, context), input);
        return { posted: comment.id };
      },
      // On the article's own page the new comment may be on another page of the discussion.
      redirectTo(returnTo, { posted }, { params: { id } }) {
        const isArticlePage = returnTo.split(/[?#]/)[0] === `/article/${id}`;
        return posted && id && isArticlePage
          ? commentPath({ id: posted, articleId: id })
          : returnTo;
      },
    },
  },
} satisfies Parameters<typeof formAction<typeof articleIntent, "upvote" | "comment">>[0];
