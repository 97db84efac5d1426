import { z } from "zod";
import { longListQuery } from "~/schemas/pagination";
import { nameParam, placedCommentResponse } from "~/schemas/people-responses";
import { browseCommentsBy } from "~/services/people/people.server";
import { serializePlacedComment } from "~/presenters/comments";
import { endpoint, listResponse, resource } from "~/utils/http/endpoint.server";
import { GONE_DESCRIPTION, NO_PERSON_DESCRIPTION } from "~/utils/openapi/descriptions";

const comments = resource({
  GET: endpoint({
    id: "listCommentsOfPerson",
    tag: "People",
    summary: "List the comments of a person",
    description: "Newest first.",
    params: nameParam,
    response: z.array(placedCommentResponse),
    errors: { notFound: NO_PERSON_DESCRIPTION, gone: GONE_DESCRIPTION },
    query: longListQuery,
    handle: async ({ request, params, origin, query: { limit, cursor } }) => {
      const page = await browseCommentsBy(params.name ?? "", { limit, after: cursor });
      const items = page.items.map(serializePlacedComment);
      return listResponse(request, origin, items, page.next);
    },
  }),
});

export const loader = comments.loader;
export const action = comments.action;
