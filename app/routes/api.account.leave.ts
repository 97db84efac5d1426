import { deleteAccountInput } from "~/schemas/accounts";
import { doneResponse, scheduledDeletionResponse } from "~/schemas/responses";
import {
  cancelDeletion,
  scheduleDeletion,
} from "~/services/account-deletion/scheduled-deletion.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";
import { BUSY_DESCRIPTION, PASSWORD_CHANGED_DESCRIPTION } from "~/utils/openapi/descriptions";

const leave = resource({
  POST: endpoint({
    id: "scheduleDeletion",
    tag: "Accounts",
    summary: "Delete your account",
    description:
      "The account is deleted after seven days, and not as long as a former address can be restored. Until then, you can cancel the deletion.",
    response: scheduledDeletionResponse,
    errors: {
      conflict: `The account is already scheduled for deletion. Or: ${PASSWORD_CHANGED_DESCRIPTION}`,
      unavailable: BUSY_DESCRIPTION,
    },
    limits: ["signInAccount", "accountChanges", "codes"],
    auth: "required",
    body: deleteAccountInput,
    handle: async ({ viewer, body, client }) => {
      const { leavesAt, withContent } = await scheduleDeletion(viewer, body, client);
      return { leavesAt: leavesAt.toISOString(), withContent };
    },
  }),
  DELETE: endpoint({
    id: "cancelDeletion",
    tag: "Accounts",
    summary: "Cancel the deletion of your account",
    description: "Cancels the scheduled deletion of the account. No request body.",
    response: doneResponse,
    errors: { conflict: "The account is not scheduled for deletion." },
    auth: "required",
    handle: async ({ viewer, origin }) => {
      await cancelDeletion(viewer, origin);
      return { done: true as const };
    },
  }),
});

export const loader = leave.loader;
export const action = leave.action;
