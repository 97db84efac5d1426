import { viewInput } from "~/schemas/articles";
import { viewArticle } from "~/services/articles.server";
import { endpoint, resource } from "~/utils/api.server";

const view = resource({
  POST: endpoint({
    body: viewInput,
    handle: async ({ body: { id }, client, sessionId }) => ({
      views: await viewArticle(id, { ...client, sessionId }),
    }),
  }),
});

export const loader = view.loader;
export const action = view.action;
