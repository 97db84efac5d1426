import { z } from "zod";
import { reviewResponse } from "~/schemas/responses";
import { reviewInput, reviewListQuery } from "~/schemas/reviews";
import { addReview, browseReviews } from "~/services/articles/reviews.server";
import { serializeReview } from "~/presenters/reviews";
import { endpoint, listResponse, resource } from "~/utils/http/endpoint.server";
import { withWarnings } from "~/utils/http/with-warnings.server";

export const loader = resource("Reviews", {
  GET: endpoint({
    id: "listReviews",
    summary: "List the reviews",
    description: "The reviews of all hubs, newest first unless `sort` says otherwise.",
    response: z.array(reviewResponse),
    query: reviewListQuery,
    handle: async ({ request, origin, query: { cursor, ...list } }) => {
      const page = await browseReviews({ ...list, after: cursor });
      return listResponse({ request, origin }, page, serializeReview);
    },
  }),
  POST: endpoint({
    id: "addReview",
    summary: "Review a work",
    description:
      "The review appears under your name in the hub of its category; `username` is ignored. One review per user and work.",
    access: "Signed-in users; in Tokenomics, members of the organisation only.",
    response: reviewResponse,
    errors: {
      forbidden: "The category belongs to Tokenomics, and you are not a member.",
      conflict: "You have already reviewed this work; `id` identifies that review.",
    },
    limits: ["reviews", "reviewsOfNew"],
    auth: "required",
    body: reviewInput,
    status: 201,
    handle: async ({ viewer, body }) => {
      const review = await addReview(viewer, body);
      return withWarnings(review, serializeReview(review));
    },
  }),
});
export const action = loader;
