import { newTokenInput } from "~/schemas/accounts";
import { madeTokenResponse } from "~/schemas/session-responses";
import { makeToken } from "~/services/accounts/sessions.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";
import { BUSY_DESCRIPTION, PASSWORD_CHANGED_DESCRIPTION } from "~/utils/openapi/descriptions";

const tokens = resource({
  POST: endpoint({
    id: "makeToken",
    tag: "Accounts",
    summary: "Make a token for a program",
    description:
      "It is good for as many days as you choose and is not extended by its use. The list of sessions shows it, and it is ended like one.",
    response: madeTokenResponse,
    status: 201,
    errors: {
      conflict: `You have as many tokens as anybody may have. Or: ${PASSWORD_CHANGED_DESCRIPTION}`,
      unavailable: BUSY_DESCRIPTION,
    },
    limits: ["signInAccount", "accountChanges"],
    auth: "required",
    body: newTokenInput,
    handle: async ({ viewer, body, client }) => {
      const { id, secret, expiresAt } = await makeToken(viewer, body, client);
      return { id, token: secret, expiresAt: expiresAt.toISOString() };
    },
  }),
});

export const loader = tokens.loader;
export const action = tokens.action;
