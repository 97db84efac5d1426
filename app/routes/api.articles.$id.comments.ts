import { z } from "zod";
import { commentInput } from "~/schemas/articles";
import { longListQuery } from "~/schemas/pagination";
import { commentResponse, idParam } from "~/schemas/responses";
import { commentOnArticle, readComments } from "~/services/articles/comments.server";
import { serializeComment } from "~/presenters/comments";
import { endpoint, listResponse, pageOf, resource } from "~/utils/http/endpoint.server";
import { ARTICLE_ERRORS } from "~/utils/openapi/descriptions";
import { onArticle } from "~/domain/threads";

const { loader, action } = resource("Articles", {
  GET: endpoint({
    id: "listComments",
    summary: "List the comments on an article",
    description:
      "Oldest first. Also lists the comments on an article that its author removed after others had commented.",
    params: idParam,
    response: z.array(commentResponse),
    errors: { notFound: ARTICLE_ERRORS.notFound },
    query: longListQuery,
    handle: async (call) =>
      listResponse(
        call,
        await readComments(onArticle(call.params.id), pageOf(call)),
        serializeComment,
      ),
  }),
  POST: endpoint({
    id: "comment",
    summary: "Comment on an article, or answer a comment on it",
    params: idParam,
    response: commentResponse,
    errors: ARTICLE_ERRORS,
    limits: ["comments"],
    auth: "required",
    body: commentInput,
    status: 201,
    handle: async ({ params, viewer, body }) =>
      serializeComment(await commentOnArticle(viewer, params.id, body)),
  }),
});

export { loader, action };
