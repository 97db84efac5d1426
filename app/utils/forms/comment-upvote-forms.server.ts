import type { ActionFunctionArgs } from "@remix-run/node";
import { upvote, withdrawUpvote } from "~/services/articles/upvotes.server";
import type { FormHandler } from "./form-action.server";

const shared = {
  isButton: true,
  page({ request }: ActionFunctionArgs) {
    const { pathname, search } = new URL(request.url);
    return pathname + search;
  },
  redirectTo: (returnTo: string, _outcome: unknown, _context: unknown, input: CommentInput) =>
    `${returnTo.split("#")[0]}#comment-${encodeURIComponent(input.comment)}`,
};

interface CommentInput {
  comment: string;
}

/** The buttons to upvote a comment, and to take that back, on all pages that show comments. */
export const commentUpvoteForms = {
  "upvote-comment": {
    ...shared,
    async handle({ comment }, { viewer }) {
      await upvote(viewer, { kind: "comment", id: comment });
    },
  },
  "withdraw-comment-upvote": {
    ...shared,
    async handle({ comment }, { viewer }) {
      await withdrawUpvote(viewer, { kind: "comment", id: comment });
    },
  },
} satisfies Record<string, FormHandler<CommentInput>>;
