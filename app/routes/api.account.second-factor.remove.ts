import { confirmedCodeInput } from "~/schemas/second-factor";
import { removeOwnSecondFactor } from "~/services/accounts/second-factor.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";
import { BUSY_DESCRIPTION } from "~/utils/openapi/descriptions";

export const loader = resource("Accounts", {
  POST: endpoint({
    id: "removeSecondFactor",
    summary: "Remove the second factor",
    description:
      "From then on, the password alone is enough to sign in. Passkeys are kept. The owner is notified by mail.",
    errors: { conflict: "There is no second factor.", unavailable: BUSY_DESCRIPTION },
    limits: ["signInAccount", "accountChanges", "codes"],
    auth: "required",
    body: confirmedCodeInput,
    handle: ({ viewer, session, body, client }) =>
      removeOwnSecondFactor(viewer, body, { ...client, session }),
  }),
});
export const action = loader;
