import { viewsResponse } from "~/schemas/responses";
import { viewInput } from "~/schemas/articles";
import { readArticle, viewArticle } from "~/services/articles/articles.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";

const view = resource({
  POST: endpoint({
    id: "countView",
    tag: "Articles",
    summary: "Count a view of an article",
    description:
      "Counted once per article, day and visitor, who is known by the address and, with a token, by the user as well. Without a token nothing is counted for a browser on a page of another site, which may be calling without its reader's knowledge.",
    auth: "optional",
    response: viewsResponse,
    errors: {
      notFound: "There is no such article.",
      gone: "The article was removed by its author.",
    },
    body: viewInput,
    handle: async ({ request, body: { id }, client: { address }, viewer }) => {
      const isCrossSite = request.headers.get("Sec-Fetch-Site") === "cross-site";
      if (isCrossSite && !viewer) return { views: (await readArticle(id)).views };
      return { views: await viewArticle(id, { userId: viewer?.id ?? null, address }) };
    },
  }),
});

export const loader = view.loader;
export const action = view.action;
