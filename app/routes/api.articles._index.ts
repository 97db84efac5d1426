import { z } from "zod";
import { articleResponse } from "~/schemas/responses";
import { articleListQuery } from "~/schemas/articles";
import { browseArticles } from "~/services/articles/articles.server";
import { serializeArticle } from "~/presenters/articles";
import { endpoint, listResponse, resource } from "~/utils/http/endpoint.server";

const articles = resource({
  GET: endpoint({
    id: "listArticles",
    tag: "Articles",
    summary: "List the articles",
    description: "Newest first unless `sort` says otherwise, each with its full text.",
    response: z.array(articleResponse),
    query: articleListQuery,
    handle: async ({ request, origin, query: { cursor, hub, category = hub, ...query } }) => {
      const page = await browseArticles({ ...query, category, after: cursor, withContent: true });
      const items = page.items.map((article) => serializeArticle(article, origin));
      return listResponse(request, origin, items, page.next);
    },
  }),
});

export const loader = articles.loader;
export const action = articles.action;
