import { data, type ActionFunctionArgs } from "@remix-run/node";
import type { ReviewAnswer } from "~/components/reviews/review-form";
import { topicAt } from "~/config/hubs";
import { reviewForm } from "~/schemas/reviews";
import { Refusal } from "~/services/errors";
import { addReview, putReview } from "~/services/reviews.server";
import { getViewer } from "~/utils/auth.server";
import { countWrite, parseForm, readForm, rejected, textOf } from "~/utils/forms.server";
import { contextOf } from "~/utils/load-context";
import { safeRedirect } from "~/utils/safe-redirect";
import { redirectWithToast } from "~/utils/toast.server";
import { toasts, type Toast, type ToastKey } from "~/utils/toasts";

/**
 * Adds the review in the form, or puts it in the place of the viewer's first. A native post names where
 * to go on to; a script's is answered with what happened. A refused one comes back as it was typed.
 */
export async function answerReview({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request);
  const submission = parseForm(form, reviewForm(topicAt(new URL(request.url).pathname)));
  if (submission.status !== "success") {
    return rejected<ReviewAnswer>({ result: submission.reply() });
  }
  const { replace, ...input } = submission.value;
  const back = textOf(form, "redirectTo");
  try {
    await countWrite(request, context);
    const viewer = await getViewer(request);
    const { id } = await (replace === "yes" ? putReview : addReview)(viewer, input);
    return back
      ? await redirectWithToast(safeRedirect(back), "reviewAdded")
      : data<ReviewAnswer>({ toast: "reviewAdded", posted: id });
  } catch (error) {
    if (!(error instanceof Refusal)) {
      contextOf(context).log.error({ err: error }, "the review could not be added");
    }
    const { fieldErrors } = error instanceof Refusal ? error.details : {};
    const toast = toastFor(error);
    const { title, description } = typeof toast === "string" ? toasts[toast] : toast;
    const answer: ReviewAnswer = {
      result: submission.reply({ fieldErrors }),
      toast,
      // What is said at a field need not be said of the whole.
      ...(fieldErrors ? {} : { refusal: { title, description } }),
      canReplace: error instanceof Refusal && error.kind === "conflict",
    };
    return error instanceof Refusal ? rejected(answer, error) : data(answer, { status: 500 });
  }
}

/** What is said of an error: the server's words for a refusal, the catalogue's for everything else. */
function toastFor(error: unknown): ToastKey | Toast {
  if (!(error instanceof Refusal)) return "reviewFailed";
  if (error.kind === "unauthenticated") return "reviewNeedsLogin";
  return { kind: "error", title: "Error", description: error.message };
}
