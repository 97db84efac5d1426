import { z } from "zod";
import { serializeArticle } from "~/presenters/articles";
import { longListQuery } from "~/schemas/pagination";
import { nameParam } from "~/schemas/people-responses";
import { articleResponse } from "~/schemas/responses";
import { browseArticlesBy } from "~/services/people/people.server";
import { endpoint, listResponse, pageOf, resource } from "~/utils/http/endpoint.server";
import { PERSON_ERRORS } from "~/utils/openapi/descriptions";

export const loader = resource("People", {
  GET: endpoint({
    id: "listArticlesOfPerson",
    summary: "List the articles of a person",
    description: "Newest first, each with its full text.",
    response: z.array(articleResponse),
    params: nameParam,
    errors: PERSON_ERRORS,
    query: longListQuery,
    handle: async (call) =>
      listResponse(call, await browseArticlesBy(call.params.name, pageOf(call)), serializeArticle),
  }),
});
export const action = loader;
