import type { ApplicationStatus } from "~/domain/membership";
import { partnerIntent } from "~/schemas/membership";
import { applyForMembership, voteOnApplication } from "~/services/membership/membership.server";
import { formAction } from "~/utils/forms/form-action.server";
import type { ToastKey } from "~/utils/forms/form-messages";

/** The toast after a vote, by the resulting status of the application. */
const voteToasts: Record<ApplicationStatus, ToastKey> = {
  pending: "vote.done",
  approved: "vote.approved",
  declined: "vote.declined",
  undecided: "vote.done",
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
