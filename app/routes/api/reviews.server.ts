import { z } from "zod";
import { reviewResponse } from "~/schemas/responses";
import { reviewChanges, reviewInput, reviewListQuery } from "~/schemas/reviews";
import { editReview, removeOwnReview } from "~/services/articles/edit-review.server";
import { addReview, browseReviews, readReview } from "~/services/articles/reviews.server";
import { serializeReview } from "~/presenters/reviews";
import { endpoint, listResponse, type Calls } from "~/utils/http/endpoint.server";
import { textCalls } from "./texts.server";

export const reviewCalls: Calls = {
  "GET /api/reviews": endpoint({
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
  "POST /api/reviews": endpoint({
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
    limits: ["reviews"],
    auth: "required",
    body: reviewInput,
    status: 201,
    handle: async ({ viewer, body }) => serializeReview(await addReview(viewer, body)),
  }),
  ...textCalls("review", {
    response: reviewResponse,
    changes: reviewChanges,
    read: async (id) => (await readReview(id)).review,
    edit: editReview,
    remove: removeOwnReview,
    serialize: serializeReview,
    editing: {
      description:
        "Send the fields to change. Within 15 minutes of posting, an edit leaves no trace; after that, `editedAt` is set and the previous version is kept for everyone to read. `createdAt` does not change.",
      access: "The author of the review; in Tokenomics, members of the organisation only.",
      errors: {
        forbidden: "The review is somebody else’s, or its category is for members only.",
        conflict:
          "You have another review of this work; `id` identifies that review. Or the review was edited too often.",
      },
    },
    removing: "Deletes the review and its earlier versions.",
  }),
};
