import { topicAt } from "~/config/hubs";
import { reviewForm } from "~/schemas/reviews";
import { addReview, putReview } from "~/services/reviews/reviews.server";
import { formAction } from "./form-action.server";

/** Adds the review in the form to the hub at hand, or puts it in the place of the viewer's first. */
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
