import { idParam, upvoteResponse } from "~/schemas/responses";
import { upvoteArticle } from "~/services/articles/articles.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";

const upvote = resource({
  POST: endpoint({
    id: "upvote",
    tag: "Articles",
    summary: "Upvote an article",
    description:
      "Idempotent: upvoting again changes nothing and returns the same. No request body.",
    params: idParam,
    response: upvoteResponse,
    errors: {
      notFound: "There is no such article.",
      gone: "The article was removed by its author.",
    },
    limits: ["upvotes"],
    auth: "required",
    handle: async ({ params, viewer }) => ({
      upvotes: await upvoteArticle(viewer, params.id ?? ""),
      hasUpvoted: true as const,
    }),
  }),
});

export const loader = upvote.loader;
export const action = upvote.action;
