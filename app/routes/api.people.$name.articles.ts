import { z } from "zod";
import { longListQuery } from "~/schemas/pagination";
import { nameParam } from "~/schemas/people-responses";
import { articleResponse } from "~/schemas/responses";
import { browseArticlesBy } from "~/services/people/people.server";
import { serializeArticle } from "~/presenters/articles";
import { endpoint, listResponse, resource } from "~/utils/http/endpoint.server";
import { GONE_DESCRIPTION, NO_PERSON_DESCRIPTION } from "~/utils/openapi/descriptions";

const articles = resource({
  GET: endpoint({
    id: "listArticlesOfPerson",
    tag: "People",
    summary: "List the articles of a person",
    description: "Newest first, each with its full text.",
    params: nameParam,
    response: z.array(articleResponse),
    errors: { notFound: NO_PERSON_DESCRIPTION, gone: GONE_DESCRIPTION },
    query: longListQuery,
    handle: async ({ request, params, origin, query: { limit, cursor } }) => {
      const page = await browseArticlesBy(params.name ?? "", { limit, after: cursor });
      const items = page.items.map((article) => serializeArticle(article, origin));
      return listResponse(request, origin, items, page.next);
    },
  }),
});

export const loader = articles.loader;
export const action = articles.action;
