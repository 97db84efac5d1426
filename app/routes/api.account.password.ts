import { changePasswordInput } from "~/schemas/accounts";
import { doneResponse } from "~/schemas/responses";
import { changePassword } from "~/services/accounts/password-change.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";
import { BUSY_DESCRIPTION, PASSWORD_CHANGED_DESCRIPTION } from "~/utils/openapi/descriptions";

const password = resource({
  PUT: endpoint({
    id: "changePassword",
    tag: "Accounts",
    summary: "Change the password",
    description:
      "Ends all sessions and tokens except those of the sign-in that the token of the call belongs to, cancels a scheduled deletion of the account, and notifies the owner by mail.",
    response: doneResponse,
    errors: {
      conflict: PASSWORD_CHANGED_DESCRIPTION,
      unavailable: BUSY_DESCRIPTION,
    },
    limits: ["signInAccount", "accountChanges", "codes"],
    auth: "required",
    body: changePasswordInput,
    handle: async ({ viewer, session, body, client }) => {
      await changePassword(viewer, body, { ...client, signInId: session?.signInId ?? null });
      return { done: true as const };
    },
  }),
});

export const loader = password.loader;
export const action = password.action;
