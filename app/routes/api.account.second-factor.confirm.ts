import { recoveryCodesResponse } from "~/schemas/account-responses";
import { codeInput } from "~/schemas/second-factor";
import { confirmSetUp } from "~/services/accounts/second-factor.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";

export const loader = resource("Accounts", {
  POST: endpoint({
    id: "confirmSecondFactor",
    summary: "Finish setting up a second factor",
    description:
      "Takes a code from the authenticator app. From then on, signing in with the password requires a code. The owner is notified by mail.",
    response: recoveryCodesResponse,
    errors: { conflict: "No set-up was started with this token, or it has expired." },
    auth: "required",
    body: codeInput,
    handle: async ({ viewer, session, body, client }) => ({
      recoveryCodes: await confirmSetUp(viewer, body, { ...client, session }),
    }),
  }),
});
export const action = loader;
