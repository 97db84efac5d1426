import { reviewPath, topicAt } from "~/config/hubs";
import { commentPath } from "~/domain/comment-path";
import { draftPath } from "~/domain/drafts";
import { reviewIntent } from "~/schemas/reviews";
import { discardDraft, saveForm } from "~/services/drafts/drafts.server";
import { commentOn } from "~/services/articles/comments.server";
import { putReview } from "~/services/articles/edit-review.server";
import { addReview } from "~/services/articles/reviews.server";
import { commentUpvoteForms } from "./comment-upvote-forms.server";
import { formAction } from "./form-action.server";

/**
 * Adds a review to the current hub, or replaces the viewer's earlier review of the same work; or saves it as a draft.
 * On the page of a review, also comments on it.
 */
export const reviewAction = formAction({
  schema: ({ request }) => reviewIntent(topicAt(new URL(request.url).pathname)),
  defaultIntent: "review",
  forms: {
    review: {
      async handle({ replace, draft, savedAt, formKey, ...input }, { viewer, params }) {
        const isReplaced = replace === "yes";
        const review = await (isReplaced ? putReview : addReview)(viewer, input);
        const { id, hub, warnedOf } = review;
        await discardDraft(viewer, { draft, savedAt, formKey });
        const link = reviewPath({ id, hub });
        // A new review is at the top of the hub's list, but a replaced one has its former place.
        const goTo = isReplaced || params.review ? link : `/${hub}#review-${id}`;
        return { posted: id, goTo, link, warnedOf };
      },
    },
    comment: {
      async handle(input, { viewer, params }) {
        const subject = { kind: "review", id: params.review ?? "" } as const;
        const { id, warnedOf } = await commentOn(viewer, subject, input);
        const link = commentPath({ id, subject });
        return { posted: id, goTo: link, link, warnedOf };
      },
    },
    ...commentUpvoteForms,
    saveDraft: {
      async handle({ draft, savedAt, formKey, intent: _, hub, ...fields }, { viewer }) {
        const content = { form: "review", hub, fields } as const;
        const { id } = await saveForm(viewer, content, { draft, savedAt, formKey });
        return { goTo: draftPath({ id, form: "review", hub }) };
      },
    },
  },
});
