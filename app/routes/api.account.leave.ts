import { deleteAccountInput } from "~/schemas/accounts";
import { scheduledDeletionResponse } from "~/schemas/account-responses";
import {
  cancelDeletion,
  scheduleDeletion,
} from "~/services/account-deletion/account-deletion.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";
import { BUSY_DESCRIPTION, PASSWORD_CHANGED_DESCRIPTION } from "~/utils/openapi/descriptions";

export const loader = resource("Accounts", {
  POST: endpoint({
    id: "scheduleDeletion",
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
    summary: "Cancel the deletion of your account",
    description: "Cancels the scheduled deletion of the account. No request body.",
    errors: { conflict: "The account is not scheduled for deletion." },
    auth: "required",
    handle: ({ viewer, origin }) => cancelDeletion(viewer, origin),
  }),
});
export const action = loader;
