import { linkInput } from "~/schemas/accounts";
import { doneResponse } from "~/schemas/responses";
import { confirmEmailChange } from "~/services/accounts/email-change.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";

const confirm = resource({
  POST: endpoint({
    id: "confirmEmailChange",
    tag: "Accounts",
    summary: "Confirm another address",
    description:
      "By the secret of the link that was mailed to it. The former address is told, if it was confirmed, and can be called back for seven days.",
    response: doneResponse,
    errors: {
      notFound: "The link was used, is void or too old.",
      conflict: "Another account has the address by now.",
    },
    body: linkInput,
    handle: async ({ body, origin }) => {
      await confirmEmailChange(body.secret, origin);
      return { done: true as const };
    },
  }),
});

export const loader = confirm.loader;
export const action = confirm.action;
