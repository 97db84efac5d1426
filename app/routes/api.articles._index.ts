import { z } from "zod";
import { articleAnswer } from "~/schemas/responses";
import { articleListQuery } from "~/schemas/articles";
import { browseArticles } from "~/services/articles/articles.server";
import { wholeArticle } from "~/services/serializers";
import { endpoint, listAnswer, resource } from "~/utils/http/endpoint.server";

const articles = resource({
  GET: endpoint({
    id: "listArticles",
    tag: "Articles",
    summary: "List the articles",
    description: "Newest first unless `sort` says otherwise, each with its whole text.",
    answer: z.array(articleAnswer),
    query: articleListQuery,
    handle: async ({ request, origin, query: { cursor, hub, category = hub, ...query } }) => {
      const page = await browseArticles({ ...query, category, after: cursor, withContent: true });
      const items = page.items.map((article) => wholeArticle(article, origin));
      return listAnswer(request, origin, items, page.next);
    },
  }),
});

export const loader = articles.loader;
export const action = articles.action;
