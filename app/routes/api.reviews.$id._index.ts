import { serializeReview } from "~/presenters/reviews";
import { reviewResponse } from "~/schemas/responses";
import { reviewChanges } from "~/schemas/reviews";
import { editReview, removeOwnReview } from "~/services/articles/edit-review.server";
import { readReview } from "~/services/articles/reviews.server";
import { textResource } from "~/utils/http/text-endpoints.server";

export const loader = textResource("review", {
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
  removing: "Deletes the review, its earlier versions and the comments on it.",
});
export const action = loader;
