import { hasUpvotedResponse, idParam } from "~/schemas/responses";
import { hasUpvoted } from "~/services/articles/articles.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";
import { ARTICLE_ERRORS } from "~/utils/openapi/descriptions";

const { loader, action } = resource("Articles", {
  GET: endpoint({
    id: "hasUpvoted",
    summary: "Check whether you have upvoted an article",
    params: idParam,
    response: hasUpvotedResponse,
    errors: ARTICLE_ERRORS,
    auth: "required",
    handle: async ({ params, viewer }) => ({ hasUpvoted: await hasUpvoted(viewer, params.id) }),
  }),
});

export { loader, action };
