import { upvoteArticle } from "~/services/articles.server";
import { endpoint, resource } from "~/utils/api.server";

const upvote = resource({
  POST: endpoint({
    signedIn: true,
    handle: async ({ params, viewer }) => ({
      upvotes: await upvoteArticle(viewer, params.id ?? ""),
      hasUpvoted: true,
    }),
  }),
});

export const loader = upvote.loader;
export const action = upvote.action;
