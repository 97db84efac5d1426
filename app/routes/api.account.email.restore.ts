import { linkInput } from "~/schemas/accounts";
import { doneResponse } from "~/schemas/responses";
import { restoreEmail } from "~/services/accounts/email-change.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";
import { BUSY_DESCRIPTION } from "~/utils/openapi/descriptions";

const restore = resource({
  POST: endpoint({
    id: "restoreEmail",
    tag: "Accounts",
    summary: "Call the former address back",
    description:
      "By the secret of the link that was mailed to it when it was changed. Ends all sessions and tokens and the validity of the password; a link for a new one is mailed.",
    response: doneResponse,
    errors: { notFound: "The link was used or is too old.", unavailable: BUSY_DESCRIPTION },
    body: linkInput,
    handle: async ({ body, client }) => {
      await restoreEmail(body.secret, client);
      return { done: true as const };
    },
  }),
});

export const loader = restore.loader;
export const action = restore.action;
