import { idParam, upvoteResponse } from "~/schemas/responses";
import { upvoteArticle } from "~/services/articles/articles.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";
import { ARTICLE_ERRORS } from "~/utils/openapi/descriptions";

const { loader, action } = resource("Articles", {
  POST: endpoint({
    id: "upvote",
    summary: "Upvote an article",
    description:
      "Idempotent: upvoting again changes nothing and returns the same. No request body.",
    params: idParam,
    response: upvoteResponse,
    errors: ARTICLE_ERRORS,
    limits: ["upvotes"],
    auth: "required",
    handle: async ({ params, viewer }) => ({
      upvotes: await upvoteArticle(viewer, params.id),
      hasUpvoted: true as const,
    }),
  }),
});

export { loader, action };
