import { linkInput } from "~/schemas/accounts";
import { confirmEmailChange } from "~/services/accounts/email.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";

export const loader = resource("Accounts", {
  POST: endpoint({
    id: "confirmEmailChange",
    summary: "Confirm a new email address",
    description:
      "Takes the secret of the link that was mailed to the new address. If the former address was confirmed, it is notified and can be restored for seven days.",
    errors: {
      notFound: "The link was used, was replaced by a newer one, or is older than a day.",
      conflict: "Another account has taken the address in the meantime.",
    },
    body: linkInput,
    handle: ({ body, origin }) => confirmEmailChange(body.secret, origin),
  }),
});
export const action = loader;
