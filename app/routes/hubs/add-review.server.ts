import { data, type ActionFunctionArgs } from "@remix-run/node";
import type { ReviewAnswer } from "~/components/reviews/review-form";
import { topicAt } from "~/config/hubs";
import { reviewForm } from "~/schemas/reviews";
import { addReview, putReview } from "~/services/reviews.server";
import { getViewer } from "~/utils/auth.server";
import { parseForm, readForm, rejected, textOf } from "~/utils/forms.server";
import { refusalOf, toastFor } from "~/utils/refusals.server";
import { safeRedirect } from "~/utils/safe-redirect";
import { redirectWithToast } from "~/utils/toast.server";
import { toastOf } from "~/utils/toasts";

/**
 * Adds the review in the form, or puts it in the place of the viewer's first. A native post names where
 * to go on to; a script's is answered with what happened. A refused one comes back as it was typed.
 */
export async function answerReview({ request, context }: ActionFunctionArgs) {
  const { form, tooMany } = await readForm({ request, context });
  const submission = parseForm(form, reviewForm(topicAt(new URL(request.url).pathname)));
  const back = textOf(form, "redirectTo");
  try {
    if (tooMany) throw tooMany;
    if (submission.status !== "success") {
      return rejected<ReviewAnswer>({ result: submission.reply() });
    }
    const { replace, ...input } = submission.value;
    const viewer = await getViewer(request);
    const { id } = await (replace === "yes" ? putReview : addReview)(viewer, input);
    return back
      ? await redirectWithToast(safeRedirect(back), "reviewAdded")
      : data<ReviewAnswer>({ toast: "reviewAdded", posted: id });
  } catch (error) {
    const refusal = refusalOf(error, context, "the review could not be added");
    const fieldErrors = refusal?.details.fieldErrors;
    const toast = toastFor(refusal, { needsLogin: "reviewNeedsLogin", failed: "reviewFailed" });
    const { title, description } = toastOf(toast);
    const answer: ReviewAnswer = {
      result: submission.reply({ fieldErrors }),
      toast,
      // What is said at a field need not be said of the whole.
      ...(fieldErrors ? {} : { refusal: { title, description } }),
      canReplace: refusal?.kind === "conflict",
    };
    return rejected(answer, refusal);
  }
}
