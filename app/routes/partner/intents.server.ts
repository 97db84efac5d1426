import type { SubmissionResult } from "@conform-to/react";
import { data, type ActionFunctionArgs } from "@remix-run/node";
import type { ApplicationStatus } from "~/domain/membership";
import { partnerIntent } from "~/schemas/membership";
import { applyForMembership, voteOnApplication } from "~/services/membership.server";
import { getViewer } from "~/utils/auth.server";
import { parseForm, readForm, rejected, textOf } from "~/utils/forms.server";
import { refusalOf, toastFor } from "~/utils/refusals.server";
import { safeRedirect } from "~/utils/safe-redirect";
import { redirectWithToast } from "~/utils/toast.server";
import { errorToast, toastOf, toasts, type Toast, type ToastKey } from "~/utils/toasts";

/** What is answered when it is not on to another page. */
export interface PartnerAnswer {
  /** The application that was refused, as it was typed. */
  application?: SubmissionResult;
  /** Why a vote was refused: a native post shows it on the page. */
  voteRefused?: string;
  /** The same for a script. */
  toast?: ToastKey | Toast;
}

/** What a vote did, by what became of the application. */
const voted: Record<ApplicationStatus, ToastKey> = {
  pending: "voteCounted",
  approved: "voteApproved",
  declined: "voteDeclined",
  undecided: "voteCounted",
};

/**
 * Applies for membership or votes on an application, as the form says. A native post of a vote names
 * where to go back to; a script's is answered with what happened.
 */
export async function answerIntent(args: ActionFunctionArgs) {
  const { form, tooMany } = await readForm(args);
  const submission = parseForm(form, partnerIntent);
  const intent = textOf(form, "intent");
  if (intent !== "apply" && intent !== "vote") {
    throw new Response("There is nothing of that kind to be done here.", { status: 400 });
  }
  try {
    if (tooMany) throw tooMany;
    if (submission.status !== "success") {
      if (intent === "apply") return rejected<PartnerAnswer>({ application: submission.reply() });
      const [message] = Object.values(submission.error ?? {}).flat();
      return rejected(refusedVote(errorToast(message ?? "Approve or decline?")));
    }
    const { value: input } = submission;
    const viewer = await getViewer(args.request);
    if (input.intent === "apply") {
      await applyForMembership(viewer, input);
      return await redirectWithToast("/partner", "applicationSent");
    }
    const approves = input.vote === "approve";
    const { status } = await voteOnApplication(viewer, input.application, approves);
    const back = textOf(form, "redirectTo");
    const toast = voted[status];
    return back
      ? await redirectWithToast(safeRedirect(back), toast)
      : data<PartnerAnswer>({ toast });
  } catch (error) {
    const refusal = refusalOf(error, args.context, "the application or vote failed");
    if (refusal?.kind === "notFound") throw new Response(null, { status: 404 });
    if (intent === "vote") {
      const toast = toastFor(refusal, { needsLogin: "voteNeedsLogin", failed: "voteFailed" });
      return rejected(refusedVote(toast), refusal);
    }
    const message = refusal?.message ?? toasts.applicationFailed.description;
    const application = submission.reply({ formErrors: [message] });
    return rejected<PartnerAnswer>({ application }, refusal);
  }
}

const refusedVote = (toast: ToastKey | Toast): PartnerAnswer => ({
  voteRefused: toastOf(toast).description,
  toast,
});
