import { reviewInput, reviewListQuery } from "~/schemas/reviews";
import { shownReview } from "~/services/representations";
import { addReview, browseReviews } from "~/services/reviews.server";
import { endpoint, listAnswer, resource } from "~/utils/api.server";

const reviews = resource({
  GET: endpoint({
    query: reviewListQuery,
    handle: async ({ request, origin, query: { cursor, ...list } }) => {
      const page = await browseReviews({ ...list, after: cursor });
      return listAnswer(request, origin, page.items.map(shownReview), page.next);
    },
  }),
  POST: endpoint({
    signedIn: true,
    body: reviewInput,
    status: 201,
    handle: async ({ viewer, body }) => shownReview(await addReview(viewer, body)),
  }),
});

export const loader = reviews.loader;
export const action = reviews.action;
