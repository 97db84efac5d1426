import { z } from "zod";
import { longListQuery } from "~/schemas/pagination";
import { nameParam } from "~/schemas/people-responses";
import { reviewResponse } from "~/schemas/responses";
import { browseReviewsBy } from "~/services/people/people.server";
import { serializeReview } from "~/presenters/reviews";
import { endpoint, listResponse, resource } from "~/utils/http/endpoint.server";
import { GONE_DESCRIPTION, NO_PERSON_DESCRIPTION } from "~/utils/openapi/descriptions";

const reviews = resource({
  GET: endpoint({
    id: "listReviewsOfPerson",
    tag: "People",
    summary: "List the reviews of a person",
    description: "Newest first.",
    params: nameParam,
    response: z.array(reviewResponse),
    errors: { notFound: NO_PERSON_DESCRIPTION, gone: GONE_DESCRIPTION },
    query: longListQuery,
    handle: async ({ request, params, origin, query: { limit, cursor } }) => {
      const page = await browseReviewsBy(params.name ?? "", { limit, after: cursor });
      const items = page.items.map(serializeReview);
      return listResponse(request, origin, items, page.next);
    },
  }),
});

export const loader = reviews.loader;
export const action = reviews.action;
