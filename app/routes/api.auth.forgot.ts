import { forgotInput } from "~/schemas/accounts";
import { doneResponse } from "~/schemas/responses";
import { requestPasswordReset } from "~/services/accounts/password-reset.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";

const forgot = resource({
  POST: endpoint({
    id: "forgotPassword",
    tag: "Accounts",
    summary: "Ask for a new password",
    description:
      "Mails a link to the address if an account has it; the response is the same if none has.",
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
