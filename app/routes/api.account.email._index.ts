import { changeEmailInput } from "~/schemas/accounts";
import { doneResponse } from "~/schemas/responses";
import { requestEmailChange } from "~/services/accounts/email-change.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";
import { BUSY_DESCRIPTION, PASSWORD_CHANGED_DESCRIPTION } from "~/utils/openapi/descriptions";

const email = resource({
  POST: endpoint({
    id: "requestEmailChange",
    tag: "Accounts",
    summary: "Request a change of email address",
    description:
      "Mails a confirmation link to the new address; nothing changes until it is confirmed. The response does not reveal whether another account has the address.",
    response: doneResponse,
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
    handle: async ({ viewer, body, client }) => {
      await requestEmailChange(viewer, body, client);
      return { done: true as const };
    },
  }),
});

export const loader = email.loader;
export const action = email.action;
