import { data, type ActionFunctionArgs } from "@remix-run/node";
import { articleIntent } from "~/schemas/articles";
import { commentOnArticle, upvoteArticle } from "~/services/articles.server";
import { commentPath } from "~/services/addresses";
import { Refusal } from "~/services/errors";
import { getViewer } from "~/utils/auth.server";
import { countWrite, parseForm, readForm, rejected, textOf } from "~/utils/forms.server";
import { contextOf } from "~/utils/load-context";
import { safeRedirect } from "~/utils/safe-redirect";
import { redirectWithToast } from "~/utils/toast.server";
import { toasts, type Toast, type ToastKey } from "~/utils/toasts";

const outcomes = {
  upvote: { done: "articleUpvoted", needsLogin: "upvoteNeedsLogin", failed: "upvoteFailed" },
  comment: { done: "commentPosted", needsLogin: "commentNeedsLogin", failed: "commentFailed" },
} as const satisfies Record<string, Record<"done" | "needsLogin" | "failed", ToastKey>>;

/**
 * Upvotes or comments, as the form says. A native post names where to go back to; a script's is
 * answered with what happened. A comment that was refused comes back as it was typed.
 */
export async function answerIntent({ request, context, params }: ActionFunctionArgs) {
  const form = await readForm(request);
  const submission = parseForm(form, articleIntent);
  if (submission.status !== "success") {
    if (!Object.hasOwn(outcomes, textOf(form, "intent"))) {
      throw new Response("There is nothing of that kind to be done here.", { status: 400 });
    }
    return rejected({ result: submission.reply() });
  }
  const { value: input } = submission;
  const id = params.id ?? "";
  const back = textOf(form, "redirectTo");
  const outcome = outcomes[input.intent];
  try {
    await countWrite(request, context);
    const viewer = await getViewer(request);
    let posted: string | undefined;
    if (input.intent === "upvote") await upvoteArticle(viewer, id);
    else posted = (await commentOnArticle(viewer, id, input)).id;
    return back
      ? await redirectWithToast(safeRedirect(back), outcome.done)
      : data({ toast: outcome.done, posted });
  } catch (error) {
    if (!(error instanceof Refusal)) {
      contextOf(context).log.error({ err: error }, `the ${input.intent} failed`);
    } else if (error.kind === "notFound") {
      throw new Response(null, { status: 404 });
    }
    const toast = toastFor(error, outcome);
    if (input.intent === "upvote" && back) {
      return redirectWithToast(
        safeRedirect(back),
        typeof toast === "string" ? toast : outcome.failed,
      );
    }
    const { description } = typeof toast === "string" ? toasts[toast] : toast;
    const answer = { result: submission.reply({ formErrors: [description] }), toast };
    return error instanceof Refusal ? rejected(answer, error) : data(answer, { status: 500 });
  }
}

/** Where a native post goes: a comment that was posted on the article's page is looked at there. */
const placeAfter = (back: string, articleId: string, posted: string | undefined) =>
  posted && back.split(/[?#]/)[0] === `/article/${articleId}`
    ? commentPath({ id: posted, articleId })
    : back;
