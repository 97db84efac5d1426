import { idParam, upvoteResponse } from "~/schemas/responses";
import { upvoteArticle } from "~/services/articles/articles.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";

const upvote = resource({
  POST: endpoint({
    id: "upvote",
    tag: "Articles",
    summary: "Upvote an article",
    description:
      "Once for each person: doing so again changes nothing, and answers the same. No body.",
    params: idParam,
    answer: upvoteResponse,
    refusals: { notFound: "There is no such article." },
    limits: ["upvotes"],
    signedIn: true,
    handle: async ({ params, viewer }) => ({
      upvotes: await upvoteArticle(viewer, params.id ?? ""),
      hasUpvoted: true as const,
    }),
  }),
});

export const loader = upvote.loader;
export const action = upvote.action;
