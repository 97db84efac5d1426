import { linkSecret, newPasswordInput } from "~/schemas/accounts";
import { resetPassword } from "~/services/accounts/new-password.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";
import { BUSY_DESCRIPTION } from "~/utils/openapi/descriptions";

export const loader = resource("Accounts", {
  POST: endpoint({
    id: "resetPassword",
    summary: "Set a new password",
    description:
      "Takes the secret of the link that `forgotPassword` mailed. Ends all sessions, revokes all tokens of the account, cancels its scheduled deletion, and removes passkeys that were added within the last seven days.",
    body: newPasswordInput.extend({ secret: linkSecret }),
    errors: {
      notFound: "The link was used, is older than an hour, or a newer one was sent.",
      unavailable: BUSY_DESCRIPTION,
    },
    handle: ({ body: { secret, password }, client }) => resetPassword(secret, { password }, client),
  }),
});
export const action = loader;
