import { z } from "zod";
import { reviewResponse } from "~/schemas/responses";
import { reviewInput, reviewListQuery } from "~/schemas/reviews";
import { serializeReview } from "~/services/serializers";
import { addReview, browseReviews } from "~/services/reviews/reviews.server";
import { endpoint, listResponse, resource } from "~/utils/http/endpoint.server";

const reviews = resource({
  GET: endpoint({
    id: "listReviews",
    tag: "Reviews",
    summary: "List the reviews",
    description: "Of all hubs, newest first unless `sort` says otherwise.",
    answer: z.array(reviewResponse),
    query: reviewListQuery,
    handle: async ({ request, origin, query: { cursor, ...list } }) => {
      const page = await browseReviews({ ...list, after: cursor });
      return listResponse(request, origin, page.items.map(serializeReview), page.next);
    },
  }),
  POST: endpoint({
    id: "addReview",
    tag: "Reviews",
    summary: "Review a work",
    description:
      "It appears under your name, in the hub of its category; a `username` that is sent is ignored. One review for each person and work.",
    access: "Whoever is signed in; in Tokenomics only members of the organisation.",
    answer: reviewResponse,
    refusals: {
      forbidden: "The category is one of Tokenomics, and you are no member.",
      conflict: "You have reviewed this work already, in the review of this `id`.",
    },
    limits: ["reviews"],
    signedIn: true,
    body: reviewInput,
    status: 201,
    handle: async ({ viewer, body }) => serializeReview(await addReview(viewer, body)),
  }),
});

export const loader = reviews.loader;
export const action = reviews.action;
