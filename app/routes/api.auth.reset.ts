import { linkSecret, newPasswordInput } from "~/schemas/accounts";
import { doneResponse } from "~/schemas/responses";
import { resetPassword } from "~/services/accounts/password-reset.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";
import { BUSY_DESCRIPTION } from "~/utils/openapi/descriptions";

const reset = resource({
  POST: endpoint({
    id: "resetPassword",
    tag: "Accounts",
    summary: "Set a new password",
    description:
      "Takes the secret of the link that `forgotPassword` mailed. Ends all sessions, revokes all tokens of the account, cancels its scheduled deletion, and removes passkeys that were added within the last seven days.",
    body: newPasswordInput.extend({ secret: linkSecret }),
    response: doneResponse,
    errors: {
      notFound: "The link was used, is older than an hour, or a newer one was sent.",
      unavailable: BUSY_DESCRIPTION,
    },
    handle: async ({ body: { secret, password }, client }) => {
      await resetPassword(secret, { password }, client);
      return { done: true as const };
    },
  }),
});

export const loader = reset.loader;
export const action = reset.action;
