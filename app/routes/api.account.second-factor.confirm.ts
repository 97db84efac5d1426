import { codeInput } from "~/schemas/second-factor";
import { recoveryCodesResponse } from "~/schemas/second-factor-responses";
import { confirmSetUp } from "~/services/accounts/second-factor.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";

const factor = resource({
  POST: endpoint({
    id: "confirmSecondFactor",
    tag: "Accounts",
    summary: "Finish setting up a second factor",
    description:
      "By a code of the app. From then on signing in asks for one. Mails the owner that it does.",
    response: recoveryCodesResponse,
    errors: { conflict: "Nothing is being set up with this token, or it took too long." },
    auth: "required",
    body: codeInput,
    handle: async ({ viewer, session, body, client }) => ({
      recoveryCodes: await confirmSetUp(viewer, body, { ...client, session }),
    }),
  }),
});

export const loader = factor.loader;
export const action = factor.action;
