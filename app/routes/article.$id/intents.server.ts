import type { SubmissionResult } from "@conform-to/react";
import { data, type ActionFunctionArgs } from "@remix-run/node";
import { articleIntent } from "~/schemas/articles";
import { commentPath } from "~/services/addresses";
import { commentOnArticle, upvoteArticle } from "~/services/articles.server";
import { getViewer } from "~/utils/auth.server";
import { parseForm, readForm, rejected, textOf } from "~/utils/forms.server";
import { refusalOf, toastFor } from "~/utils/refusals.server";
import { safeRedirect } from "~/utils/safe-redirect";
import { redirectWithToast } from "~/utils/toast.server";
import { toastOf, type Toast, type ToastKey } from "~/utils/toasts";
import { outcomes } from "./outcomes";

/** What is answered when it is not on to another page. */
interface ArticleAnswer {
  /** The comment that was refused, as it was typed. */
  result?: SubmissionResult;
  /** Why an upvote was refused: a native post shows it on the page. */
  upvoteRefused?: string;
  /** How it went, for a script. */
  toast?: ToastKey | Toast;
  /** The comment that was posted. */
  posted?: string;
}

/**
 * Upvotes or comments, as the form says. A native post names where to go back to; a script's is
 * answered with what happened. A comment that was refused comes back as it was typed, an upvote with the
 * article's page, unless it only takes a sign-in.
 */
export async function answerIntent({ request, context, params }: ActionFunctionArgs) {
  const { form, tooMany } = await readForm({ request, context });
  const submission = parseForm(form, articleIntent);
  const intent = textOf(form, "intent");
  if (!isIntent(intent)) {
    throw new Response("There is nothing of that kind to be done here.", { status: 400 });
  }
  const id = params.id ?? "";
  const back = textOf(form, "redirectTo");
  const outcome = outcomes[intent];
  try {
    if (tooMany) throw tooMany;
    if (submission.status !== "success") {
      return rejected<ArticleAnswer>({ result: submission.reply() });
    }
    const { value: input } = submission;
    const viewer = await getViewer(request);
    let posted: string | undefined;
    if (input.intent === "upvote") await upvoteArticle(viewer, id);
    else posted = (await commentOnArticle(viewer, id, input)).id;
    return back
      ? await redirectWithToast(placeAfter(safeRedirect(back), id, posted), outcome.done)
      : data<ArticleAnswer>({ toast: outcome.done, posted });
  } catch (error) {
    const refusal = refusalOf(error, context, `the ${intent} failed`);
    if (refusal?.kind === "notFound") throw new Response(null, { status: 404 });
    const toast = toastFor(refusal, outcome);
    const { description } = toastOf(toast);
    if (intent === "comment") {
      const result = submission.reply({ formErrors: [description] });
      return rejected<ArticleAnswer>({ result, toast }, refusal);
    }
    return back && refusal?.kind === "unauthenticated"
      ? await redirectWithToast(safeRedirect(back), outcome.needsLogin)
      : rejected<ArticleAnswer>({ upvoteRefused: description, toast }, refusal);
  }
}

const isIntent = (name: string): name is keyof typeof outcomes => Object.hasOwn(outcomes, name);

/** Where a native post goes: a comment that was posted on the article's page is looked at there. */
const placeAfter = (back: string, articleId: string, posted: string | undefined) =>
  posted && back.split(/[?#]/)[0] === `/article/${articleId}`
    ? commentPath({ id: posted, articleId })
    : back;
