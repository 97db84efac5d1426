import { idParam, upvoteResponse } from "~/schemas/responses";
import { upvoteArticle, withdrawUpvote } from "~/services/articles/articles.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";
import { ARTICLE_ERRORS } from "~/utils/openapi/descriptions";

/** What both calls have in common. */
const upvoteCall = {
  params: idParam,
  response: upvoteResponse,
  errors: ARTICLE_ERRORS,
  limits: ["upvotes"],
  auth: "required",
} as const;

const { loader, action } = resource("Articles", {
  POST: endpoint({
    id: "upvote",
    summary: "Upvote an article",
    description:
      "Idempotent: upvoting again changes nothing and returns the same. No request body.",
    ...upvoteCall,
    errors: { ...ARTICLE_ERRORS, forbidden: "It is your own article." },
    handle: async ({ params, viewer }) => ({
      upvotes: await upvoteArticle(viewer, params.id),
      hasUpvoted: true,
    }),
  }),
  DELETE: endpoint({
    id: "withdrawUpvote",
    summary: "Withdraw an upvote",
    description:
      "Idempotent: without an upvote, nothing changes. An upvote that was withdrawn no longer counts for the author’s trust from its next daily computation on.",
    ...upvoteCall,
    handle: async ({ params, viewer }) => ({
      upvotes: await withdrawUpvote(viewer, params.id),
      hasUpvoted: false,
    }),
  }),
});

export { loader, action };
