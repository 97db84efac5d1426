import { topicAt } from "~/config/hubs";
import { reviewForm } from "~/schemas/reviews";
import { putReview } from "~/services/editing/reviews.server";
import { addReview } from "~/services/reviews/reviews.server";
import { formAction } from "./form-action.server";

/** Adds a review to the current hub, or replaces the viewer's earlier review of the same work. */
export const reviewAction = formAction({
  schema: ({ request }) => reviewForm(topicAt(new URL(request.url).pathname)),
  defaultIntent: "review",
  forms: {
    review: {
      async handle({ replace, ...input }, { viewer }) {
        const { id } = await (replace === "yes" ? putReview : addReview)(viewer, input);
        return { posted: id };
      },
    },
  },
});
