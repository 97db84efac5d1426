import type { ApplicationStatus } from "~/domain/membership";
import { partnerIntent } from "~/schemas/membership";
import { applyForMembership, voteOnApplication } from "~/services/membership/membership.server";
import { formAction } from "~/utils/forms/form-action.server";
import type { ToastKey } from "~/utils/toasts/toasts";

/** The toast after a vote, by the resulting status of the application. */
const voteToasts: Record<ApplicationStatus, ToastKey> = {
  pending: "voteCounted",
  approved: "voteApproved",
  declined: "voteDeclined",
  undecided: "voteCounted",
};

/** Handles membership applications and votes on them. */
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
        return { toast: voteToasts[status] };
      },
    },
  },
});
