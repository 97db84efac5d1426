import { articleInput } from "~/schemas/articles";
import { articleResponse } from "~/schemas/responses";
import { postArticle } from "~/services/articles/articles.server";
import { serializeArticle } from "~/presenters/articles";
import { endpoint, resource } from "~/utils/http/endpoint.server";
import { withWarnings } from "~/utils/http/with-warnings.server";

export const loader = resource("Articles", {
  POST: endpoint({
    id: "postArticle",
    summary: "Post an article",
    description:
      "The article appears under your name. Each link can be posted once; URLs that differ only in scheme, `www.`, a trailing slash, fragment or tracking parameters count as the same.",
    response: articleResponse,
    errors: { conflict: "The link has already been posted; `id` identifies its article." },
    limits: ["articles", "articlesOfNew"],
    auth: "required",
    body: articleInput,
    status: 201,
    handle: async ({ viewer, body, origin }) => {
      const article = await postArticle(viewer, body);
      return withWarnings(article, serializeArticle(article, origin));
    },
  }),
});
export const action = loader;
