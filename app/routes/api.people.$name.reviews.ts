import { z } from "zod";
import { serializeReview } from "~/presenters/reviews";
import { longListQuery } from "~/schemas/pagination";
import { nameParam } from "~/schemas/people-responses";
import { reviewResponse } from "~/schemas/responses";
import { browseReviewsBy } from "~/services/people/people.server";
import { endpoint, listResponse, pageOf, resource } from "~/utils/http/endpoint.server";
import { PERSON_ERRORS } from "~/utils/openapi/descriptions";

export const loader = resource("People", {
  GET: endpoint({
    id: "listReviewsOfPerson",
    summary: "List the reviews of a person",
    description: "Newest first.",
    response: z.array(reviewResponse),
    params: nameParam,
    errors: PERSON_ERRORS,
    query: longListQuery,
    handle: async (call) =>
      listResponse(call, await browseReviewsBy(call.params.name, pageOf(call)), serializeReview),
  }),
});
export const action = loader;
