import { readArticle } from "~/services/articles.server";
import { wholeArticle } from "~/services/representations";
import { endpoint, resource } from "~/utils/api.server";

const article = resource({
  GET: endpoint({
    handle: async ({ params, origin }) => wholeArticle(await readArticle(params.id ?? ""), origin),
  }),
});

export const loader = article.loader;
export const action = article.action;
