import { hasUpvoted } from "~/services/articles.server";
import { endpoint, resource } from "~/utils/api.server";

const check = resource({
  GET: endpoint({
    signedIn: true,
    handle: async ({ params, viewer }) => ({
      hasUpvoted: await hasUpvoted(viewer, params.id ?? ""),
    }),
  }),
});

export const loader = check.loader;
export const action = check.action;
