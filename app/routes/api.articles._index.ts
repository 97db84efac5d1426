import { z } from "zod";
import { articleListQuery } from "~/schemas/articles";
import { articleResponse } from "~/schemas/responses";
import { browseArticles } from "~/services/articles/articles.server";
import { serializeArticle } from "~/presenters/articles";
import { endpoint, listResponse, resource } from "~/utils/http/endpoint.server";

export const loader = resource("Articles", {
  GET: endpoint({
    id: "listArticles",
    summary: "List the articles",
    description: "Newest first unless `sort` says otherwise, each with its full text.",
    response: z.array(articleResponse),
    query: articleListQuery,
    handle: async ({ request, origin, query: { cursor, hub, category = hub, ...query } }) => {
      const page = await browseArticles({ ...query, category, after: cursor, withContent: true });
      return listResponse({ request, origin }, page, serializeArticle);
    },
  }),
});
export const action = loader;
