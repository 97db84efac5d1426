import { changeEmailInput } from "~/schemas/accounts";
import { requestEmailChange } from "~/services/accounts/email.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";
import { BUSY_DESCRIPTION, PASSWORD_CHANGED_DESCRIPTION } from "~/utils/openapi/descriptions";

export const loader = resource("Accounts", {
  POST: endpoint({
    id: "requestEmailChange",
    summary: "Request a change of email address",
    description:
      "Mails a confirmation link to the new address; nothing changes until it is confirmed. The response does not reveal whether another account has the address.",
    errors: {
      conflict: PASSWORD_CHANGED_DESCRIPTION,
      unavailable: BUSY_DESCRIPTION,
    },
    limits: [
      "signInAccount",
      "accountChanges",
      "codes",
      "mailsFrom",
      "mailsFromNetwork",
      "mailsTo",
    ],
    auth: "required",
    body: changeEmailInput,
    handle: ({ viewer, body, client }) => requestEmailChange(viewer, body, client),
  }),
});
export const action = loader;
