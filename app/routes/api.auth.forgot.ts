import { forgotInput } from "~/schemas/accounts";
import { doneResponse } from "~/schemas/responses";
import { requestPasswordReset } from "~/services/accounts/password-reset.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";

const forgot = resource({
  POST: endpoint({
    id: "forgotPassword",
    tag: "Accounts",
    summary: "Request a password reset",
    description:
      "Mails a link to the address if there is an account with it; the response is the same if there is none.",
    body: forgotInput,
    response: doneResponse,
    limits: ["mailsFrom", "mailsFromNetwork", "mailsTo"],
    handle: async ({ body, client }) => {
      await requestPasswordReset(body, client);
      return { done: true as const };
    },
  }),
});

export const loader = forgot.loader;
export const action = forgot.action;
