import { linkInput } from "~/schemas/accounts";
import { doneResponse } from "~/schemas/responses";
import { confirmEmailChange } from "~/services/accounts/email-change.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";

const confirm = resource({
  POST: endpoint({
    id: "confirmEmailChange",
    tag: "Accounts",
    summary: "Confirm a new email address",
    description:
      "Takes the secret of the link that was mailed to the new address. If the former address was confirmed, it is notified and can be restored for seven days.",
    response: doneResponse,
    errors: {
      notFound: "The link was used, was replaced by a newer one, or is older than a day.",
      conflict: "Another account has taken the address in the meantime.",
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
