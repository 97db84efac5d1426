import { linkInput } from "~/schemas/accounts";
import { restoreEmail } from "~/services/accounts/email.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";
import { BUSY_DESCRIPTION } from "~/utils/openapi/descriptions";

export const loader = resource("Accounts", {
  POST: endpoint({
    id: "restoreEmail",
    summary: "Restore the former email address",
    description:
      "Takes the secret of the link that was mailed to the former address when it was changed. Ends all sessions, revokes all tokens, cancels a scheduled deletion of the account and invalidates the password; a link to set a new one is mailed.",
    errors: {
      notFound: "The link was used or is older than seven days.",
      conflict: "Another account has taken the address in the meantime. The link stays valid.",
      unavailable: BUSY_DESCRIPTION,
    },
    body: linkInput,
    handle: ({ body, client }) => restoreEmail(body.secret, client),
  }),
});
export const action = loader;
