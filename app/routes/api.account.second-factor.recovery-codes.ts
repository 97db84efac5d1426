import { recoveryCodesResponse } from "~/schemas/account-responses";
import { confirmedCodeInput } from "~/schemas/second-factor";
import { renewRecoveryCodes } from "~/services/accounts/second-factor.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";
import { BUSY_DESCRIPTION } from "~/utils/openapi/descriptions";

export const loader = resource("Accounts", {
  POST: endpoint({
    id: "renewRecoveryCodes",
    summary: "Make new recovery codes",
    description: "The earlier recovery codes are no longer valid. The owner is notified by mail.",
    response: recoveryCodesResponse,
    errors: { conflict: "There is no second factor.", unavailable: BUSY_DESCRIPTION },
    limits: ["signInAccount", "accountChanges", "codes"],
    auth: "required",
    body: confirmedCodeInput,
    handle: async ({ viewer, session, body, client }) => ({
      recoveryCodes: await renewRecoveryCodes(viewer, body, { ...client, session }),
    }),
  }),
});
export const action = loader;
