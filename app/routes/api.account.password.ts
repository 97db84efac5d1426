import { changePasswordInput } from "~/schemas/accounts";
import { changePassword } from "~/services/accounts/new-password.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";
import { BUSY_DESCRIPTION, PASSWORD_CHANGED_DESCRIPTION } from "~/utils/openapi/descriptions";

export const loader = resource("Accounts", {
  PUT: endpoint({
    id: "changePassword",
    summary: "Change the password",
    description:
      "Ends all sessions and tokens except those of the sign-in that the token of the call belongs to, cancels a scheduled deletion of the account, and notifies the owner by mail.",
    errors: {
      conflict: PASSWORD_CHANGED_DESCRIPTION,
      unavailable: BUSY_DESCRIPTION,
    },
    limits: ["signInAccount", "accountChanges", "codes"],
    auth: "required",
    body: changePasswordInput,
    handle: ({ viewer, session, body, client }) =>
      changePassword(viewer, body, { ...client, signInId: session?.signInId ?? null }),
  }),
});
export const action = loader;
