import { z } from "zod";
import { articleResponse, slugParam } from "~/schemas/responses";
import { longListQuery } from "~/schemas/pagination";
import { browseArticles } from "~/services/articles/articles.server";
import { readCategory } from "~/services/articles/categories";
import { serializeArticle } from "~/presenters/articles";
import { endpoint, listResponse, resource } from "~/utils/http/endpoint.server";

const articles = resource({
  GET: endpoint({
    id: "listArticlesOfCategory",
    tag: "Hubs and categories",
    summary: "List the articles of a category",
    description: "Newest first.",
    params: slugParam,
    response: z.array(articleResponse),
    errors: { notFound: "There is no such category." },
    query: longListQuery,
    handle: async ({ request, params, origin, query: { limit, cursor } }) => {
      const { slug } = readCategory(params.slug ?? "");
      const range = { limit, after: cursor };
      const list = { sort: "new", category: slug, withContent: true } as const;
      const page = await browseArticles({ ...list, ...range });
      const items = page.items.map((article) => serializeArticle(article, origin));
      return listResponse(request, origin, items, page.next);
    },
  }),
});

export const loader = articles.loader;
export const action = articles.action;
