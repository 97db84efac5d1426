import { doneResponse, idParam, reviewResponse } from "~/schemas/responses";
import { reviewChanges } from "~/schemas/reviews";
import { editReview, removeOwnReview } from "~/services/articles/edit-review.server";
import { readReview } from "~/services/articles/reviews.server";
import { serializeReview } from "~/presenters/reviews";
import { endpoint, JsonResult, resource } from "~/utils/http/endpoint.server";
import { versionsIn } from "~/utils/http/versions.server";

const errors = { notFound: "There is no such review." };
const preconditionFailed =
  "The current version of the review is not the one that `If-Match` names.";

const review = resource({
  GET: endpoint({
    id: "readReview",
    tag: "Reviews",
    summary: "Read a review",
    params: idParam,
    response: reviewResponse,
    errors,
    handle: async ({ params }) => {
      const { review: found } = await readReview(params.id ?? "");
      return new JsonResult(serializeReview(found), {}, found.version);
    },
  }),
  PATCH: endpoint({
    id: "editReview",
    tag: "Reviews",
    summary: "Edit a review",
    description:
      "Send the fields to change. Within 15 minutes of posting, an edit leaves no trace; after that, `editedAt` is set and the previous version is kept for everyone to read. `createdAt` does not change.",
    access: "The author of the review; in Tokenomics, members of the organisation only.",
    params: idParam,
    response: reviewResponse,
    errors: {
      ...errors,
      forbidden: "The review is somebody else’s, or its category is for members only.",
      preconditionFailed,
      conflict:
        "You have another review of this work; `id` identifies that review. Or the review was edited too often.",
    },
    limits: ["edits"],
    auth: "required",
    body: reviewChanges,
    handle: async ({ request, params, viewer, body }) => {
      const versions = versionsIn(request);
      const edited = await editReview(viewer, params.id ?? "", body, { versions });
      return new JsonResult(serializeReview(edited), {}, edited.version);
    },
  }),
  DELETE: endpoint({
    id: "removeReview",
    tag: "Reviews",
    summary: "Remove a review",
    description: "Deletes the review and its earlier versions. No request body.",
    access: "The author of the review.",
    params: idParam,
    response: doneResponse,
    errors: { ...errors, forbidden: "The review is somebody else’s.", preconditionFailed },
    limits: ["edits"],
    auth: "required",
    handle: async ({ request, params, viewer }) => {
      await removeOwnReview(viewer, params.id ?? "", { versions: versionsIn(request) });
      return { done: true as const };
    },
  }),
});

export const loader = review.loader;
export const action = review.action;
