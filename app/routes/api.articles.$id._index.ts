import { articleAnswer, idParam } from "~/schemas/responses";
import { readArticle } from "~/services/articles/articles.server";
import { wholeArticle } from "~/services/serializers";
import { endpoint, resource } from "~/utils/http/endpoint.server";

const article = resource({
  GET: endpoint({
    id: "readArticle",
    tag: "Articles",
    summary: "Read an article",
    params: idParam,
    answer: articleAnswer,
    refusals: { notFound: "There is no such article." },
    handle: async ({ params, origin }) => wholeArticle(await readArticle(params.id ?? ""), origin),
  }),
});

export const loader = article.loader;
export const action = article.action;
