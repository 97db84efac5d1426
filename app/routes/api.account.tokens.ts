import { newTokenInput } from "~/schemas/accounts";
import { madeTokenResponse } from "~/schemas/account-responses";
import { makeToken } from "~/services/accounts/sessions.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";
import { BUSY_DESCRIPTION, PASSWORD_CHANGED_DESCRIPTION } from "~/utils/openapi/descriptions";

export const loader = resource("Accounts", {
  POST: endpoint({
    id: "makeToken",
    summary: "Create a token for a program",
    description:
      "The token expires after the number of days that you choose; using it does not extend it. It is listed with the sessions, and `endSession` revokes it.",
    response: madeTokenResponse,
    status: 201,
    errors: {
      conflict: `You already have the maximum number of tokens. Or: ${PASSWORD_CHANGED_DESCRIPTION}`,
      unavailable: BUSY_DESCRIPTION,
    },
    limits: ["signInAccount", "accountChanges", "codes"],
    auth: "required",
    body: newTokenInput,
    handle: async ({ viewer, body, client }) => {
      const { id, secret, expiresAt } = await makeToken(viewer, body, client);
      return { id, token: secret, expiresAt: expiresAt.toISOString() };
    },
  }),
});
export const action = loader;
