import type { ApplicationStatus } from "~/domain/membership";
import { partnerIntent } from "~/schemas/membership";
import { applyForMembership, voteOnApplication } from "~/services/membership/membership.server";
import { formAction } from "~/utils/forms/form-action.server";
import type { ToastKey } from "~/utils/toasts/toasts";

/** What is said of a vote, by what became of the application. */
const voted: Record<ApplicationStatus, ToastKey> = {
  pending: "voteCounted",
  approved: "voteApproved",
  declined: "voteDeclined",
  undecided: "voteCounted",
};

/** Applies for membership or votes on an application, as the form says. */
export const partnerAction = formAction({
  schema: partnerIntent,
  forms: {
    apply: {
      page: "/partner",
      async handle(input, { viewer }) {
        const { id } = await applyForMembership(viewer, input);
        return { posted: id };
      },
    },
    vote: {
      isButton: true,
      async handle({ application, vote }, { viewer }) {
        const { status } = await voteOnApplication(viewer, application, vote === "approve");
        return { toast: voted[status] };
      },
    },
  },
});
