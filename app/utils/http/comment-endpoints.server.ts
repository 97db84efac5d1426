/** The API calls that list and add the comments on articles and reviews. */
import { z } from "zod";
import type { CommentSubject } from "~/domain/threads";
import { serializeComment } from "~/presenters/comments";
import { commentInput } from "~/schemas/articles";
import { longListQuery } from "~/schemas/pagination";
import { commentResponse, idParam } from "~/schemas/responses";
import { commentOn, readComments } from "~/services/articles/comments.server";
import { ARTICLE_ERRORS, REVIEW_ERRORS } from "~/utils/openapi/descriptions";
import { endpoint, listResponse, pageOf, resource } from "./endpoint.server";
import { withWarnings } from "./with-warnings.server";

const TEXTS = {
  article: {
    tag: "Articles",
    ids: { list: "listComments", add: "comment" },
    phrase: "an article",
    description:
      "Oldest first; `parentId` tells what each answers. Also lists the comments on an article that its author removed after others had commented, or that is hidden.",
    errors: ARTICLE_ERRORS,
  },
  review: {
    tag: "Reviews",
    ids: { list: "listReviewComments", add: "commentOnReview" },
    phrase: "a review",
    description: "Oldest first; `parentId` tells what each answers.",
    errors: REVIEW_ERRORS,
  },
} as const;

/** Creates the API route that lists and adds the comments on an article or review. */
export function commentsResource(kind: CommentSubject["kind"]) {
  const { tag, ids, phrase, description, errors } = TEXTS[kind];
  return resource(tag, {
    GET: endpoint({
      id: ids.list,
      summary: `List the comments on ${phrase}`,
      description,
      params: idParam,
      response: z.array(commentResponse),
      errors: { notFound: errors.notFound },
      query: longListQuery,
      handle: async (call) =>
        listResponse(
          call,
          await readComments({ kind, id: call.params.id }, pageOf(call)),
          serializeComment,
        ),
    }),
    POST: endpoint({
      id: ids.add,
      summary: `Comment on ${phrase}, or answer a comment on it`,
      params: idParam,
      response: commentResponse,
      errors,
      limits: ["comments", "commentsOfNew"],
      auth: "required",
      body: commentInput,
      status: 201,
      handle: async ({ params, viewer, body }) => {
        const comment = await commentOn(viewer, { kind, id: params.id }, body);
        return withWarnings(comment, serializeComment(comment));
      },
    }),
  });
}
