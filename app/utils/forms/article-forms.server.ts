import { articleIntent } from "~/schemas/articles";
import { commentPath } from "~/services/paths";
import { commentOnArticle, upvoteArticle } from "~/services/articles/articles.server";
import { type formAction } from "./form-action.server";

interface Call {
  params: { id?: string | undefined };
}

/** The article that a form is about: that of the page, or on a page of several the one the form names. */
const articleOf = ({ article }: { article?: string | undefined }, { params }: Call) =>
  params.id ?? article ?? "";

/** What can be done with an article wherever it is shown: upvoting it and commenting on it. */
export const articleForms = {
  schema: articleIntent,
  forms: {
    upvote: {
      isButton: true,
      async handle(input, call) {
        await upvoteArticle(call.viewer, articleOf(input, call));
        return {};
      },
    },
    comment: {
      async handle(input, call) {
        const comment = await commentOnArticle(call.viewer, articleOf(input, call), input);
        return { posted: comment.id };
      },
      // On the article's own page the comment may be on another page of the discussion.
      redirectTo(back, { posted }, { params: { id } }) {
        const isThere = back.split(/[?#]/)[0] === `/article/${id}`;
        return posted && id && isThere ? commentPath({ id: posted, articleId: id }) : back;
      },
    },
  },
} satisfies Parameters<typeof formAction<typeof articleIntent, "upvote" | "comment">>[0];
