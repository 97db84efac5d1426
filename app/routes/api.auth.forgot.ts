import { forgotInput } from "~/schemas/accounts";
import { requestPasswordReset } from "~/services/accounts/new-password.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";

export const loader = resource("Accounts", {
  POST: endpoint({
    id: "forgotPassword",
    summary: "Request a password reset",
    description:
      "Mails a link to the address if there is an account with it; the response is the same if there is none.",
    body: forgotInput,
    limits: ["mailsFrom", "mailsFromNetwork", "mailsTo"],
    handle: ({ body, client }) => requestPasswordReset(body, client),
  }),
});
export const action = loader;
