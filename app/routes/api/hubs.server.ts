import { z } from "zod";
import { serializeArticle } from "~/presenters/articles";
import { longListQuery } from "~/schemas/pagination";
import { articleResponse, categoryResponse, hubResponse, slugParam } from "~/schemas/responses";
import { browseArticles } from "~/services/articles/articles.server";
import { readCategory } from "~/services/articles/categories";
import { researchHubs } from "~/services/articles/hubs.server";
import { endpoint, listResponse, pageOf, type Calls } from "~/utils/http/endpoint.server";

export const hubCalls: Calls = {
  "GET /api/categories/{slug}": endpoint({
    id: "readCategory",
    summary: "Read a category",
    params: slugParam,
    response: categoryResponse,
    errors: { notFound: "There is no such category." },
    handle: async ({ params }) => readCategory(params.slug),
  }),
  "GET /api/categories/{slug}/articles": endpoint({
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
  "GET /api/research-hubs": endpoint({
    id: "listHubs",
    summary: "List the research hubs",
    description: "All six hubs, in the order of the research room.",
    response: z.array(hubResponse),
    handle: () => researchHubs(),
  }),
};
