import { z } from "zod";
import { commentResponse, idParam } from "~/schemas/responses";
import { commentInput } from "~/schemas/articles";
import { longListQuery } from "~/schemas/pagination";
import { commentOnArticle, readComments } from "~/services/articles/comments.server";
import { serializeComment } from "~/presenters/comments";
import { endpoint, listResponse, resource } from "~/utils/http/endpoint.server";

const comments = resource({
  GET: endpoint({
    id: "listComments",
    tag: "Articles",
    summary: "List the comments on an article",
    description:
      "Oldest first. Also lists the comments on an article that its author removed after others had commented.",
    params: idParam,
    response: z.array(commentResponse),
    errors: { notFound: "There is no such article." },
    query: longListQuery,
    handle: async ({ request, params, origin, query: { limit, cursor } }) => {
      const page = await readComments(params.id ?? "", { limit, after: cursor });
      return listResponse(request, origin, page.items.map(serializeComment), page.next);
    },
  }),
  POST: endpoint({
    id: "comment",
    tag: "Articles",
    summary: "Comment on an article",
    params: idParam,
    response: commentResponse,
    errors: {
      notFound: "There is no such article.",
      gone: "The article was removed by its author.",
    },
    limits: ["comments"],
    auth: "required",
    body: commentInput,
    status: 201,
    handle: async ({ params, viewer, body }) =>
      serializeComment(await commentOnArticle(viewer, params.id ?? "", body)),
  }),
});

export const loader = comments.loader;
export const action = comments.action;
