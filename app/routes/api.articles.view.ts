import { viewInput } from "~/schemas/articles";
import { viewsResponse } from "~/schemas/responses";
import { readArticle, viewArticle } from "~/services/articles/articles.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";
import { ARTICLE_ERRORS } from "~/utils/openapi/descriptions";

export const loader = resource("Articles", {
  POST: endpoint({
    id: "countView",
    summary: "Count a view of an article",
    description:
      "A view is counted once per article, day and visitor. A visitor is identified by network address and, with a token, by user as well. A call without a token from a browser on a page of another site is not counted, since the reader may not know of it.",
    auth: "optional",
    response: viewsResponse,
    errors: ARTICLE_ERRORS,
    body: viewInput,
    handle: async ({ request, body: { id }, client: { address }, viewer }) => {
      const isCrossSite = request.headers.get("Sec-Fetch-Site") === "cross-site";
      if (isCrossSite && !viewer) return { views: (await readArticle(id)).views };
      return { views: await viewArticle(id, { userId: viewer?.id ?? null, address }) };
    },
  }),
});
export const action = loader;
