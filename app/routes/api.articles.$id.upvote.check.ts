import { hasUpvotedResponse, idParam } from "~/schemas/responses";
import { hasUpvoted } from "~/services/articles/articles.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";

const check = resource({
  GET: endpoint({
    id: "hasUpvoted",
    tag: "Articles",
    summary: "Check whether you have upvoted an article",
    params: idParam,
    response: hasUpvotedResponse,
    errors: {
      notFound: "There is no such article.",
      gone: "The article was removed by its author.",
    },
    auth: "required",
    handle: async ({ params, viewer }) => ({
      hasUpvoted: await hasUpvoted(viewer, params.id ?? ""),
    }),
  }),
});

export const loader = check.loader;
export const action = check.action;
