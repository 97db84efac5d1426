import { articleResponse, idParam } from "~/schemas/responses";
import { readArticle } from "~/services/articles/articles.server";
import { serializeArticle } from "~/services/serializers";
import { endpoint, resource } from "~/utils/http/endpoint.server";

const article = resource({
  GET: endpoint({
    id: "readArticle",
    tag: "Articles",
    summary: "Read an article",
    params: idParam,
    response: articleResponse,
    errors: { notFound: "There is no such article." },
    handle: async ({ params, origin }) =>
      serializeArticle(await readArticle(params.id ?? ""), origin),
  }),
});

export const loader = article.loader;
export const action = article.action;
