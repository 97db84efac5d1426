import { articleInput } from "~/schemas/articles";
import { postArticle } from "~/services/articles.server";
import { wholeArticle } from "~/services/representations";
import { endpoint, resource } from "~/utils/api.server";

const create = resource({
  POST: endpoint({
    signedIn: true,
    body: articleInput,
    status: 201,
    handle: async ({ viewer, body, origin }) =>
      wholeArticle(await postArticle(viewer, body), origin),
  }),
});

export const loader = create.loader;
export const action = create.action;
