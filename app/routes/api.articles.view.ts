import { viewsResponse } from "~/schemas/responses";
import { viewInput } from "~/schemas/articles";
import { viewArticle } from "~/services/articles/articles.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";

const view = resource({
  POST: endpoint({
    id: "countView",
    tag: "Articles",
    summary: "Count a view of an article",
    description:
      "Counted once per article, day and visitor, who is identified by token, or else by address and user agent.",
    auth: "optional",
    response: viewsResponse,
    errors: { notFound: "There is no such article." },
    body: viewInput,
    handle: async ({ body: { id }, client, sessionId }) => ({
      views: await viewArticle(id, { ...client, sessionId }),
    }),
  }),
});

export const loader = view.loader;
export const action = view.action;
