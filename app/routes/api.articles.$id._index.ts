import { articleAnswer, idParam } from "~/schemas/answers";
import { readArticle } from "~/services/articles.server";
import { wholeArticle } from "~/services/representations";
import { endpoint, resource } from "~/utils/api.server";

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
