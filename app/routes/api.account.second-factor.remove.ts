import { confirmedCodeInput } from "~/schemas/second-factor";
import { doneResponse } from "~/schemas/responses";
import { removeOwnSecondFactor } from "~/services/accounts/second-factor.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";
import { BUSY_DESCRIPTION } from "~/utils/openapi/descriptions";

const factor = resource({
  POST: endpoint({
    id: "removeSecondFactor",
    tag: "Accounts",
    summary: "Remove the second factor",
    description:
      "From then on, the password alone is enough to sign in. Passkeys are kept. The owner is notified by mail.",
    response: doneResponse,
    errors: { conflict: "There is no second factor.", unavailable: BUSY_DESCRIPTION },
    limits: ["signInAccount", "accountChanges", "codes"],
    auth: "required",
    body: confirmedCodeInput,
    handle: async ({ viewer, session, body, client }) => {
      await removeOwnSecondFactor(viewer, body, { ...client, session });
      return { done: true as const };
    },
  }),
});

export const loader = factor.loader;
export const action = factor.action;
