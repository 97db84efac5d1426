import { z } from "zod";
import { serializeArticle } from "~/presenters/articles";
import { longListQuery } from "~/schemas/pagination";
import { articleResponse, slugParam } from "~/schemas/responses";
import { browseArticles } from "~/services/articles/articles.server";
import { readCategory } from "~/services/articles/categories";
import { endpoint, listResponse, pageOf, resource } from "~/utils/http/endpoint.server";

export const loader = resource("Hubs and categories", {
  GET: endpoint({
    id: "listArticlesOfCategory",
    summary: "List the articles of a category",
    description: "Newest first.",
    params: slugParam,
    response: z.array(articleResponse),
    errors: { notFound: "There is no such category." },
    query: longListQuery,
    handle: async (call) => {
      const { slug: category } = readCategory(call.params.slug);
      const list = { sort: "new", category, withContent: true } as const;
      return listResponse(
        call,
        await browseArticles({ ...list, ...pageOf(call) }),
        serializeArticle,
      );
    },
  }),
});
export const action = loader;
