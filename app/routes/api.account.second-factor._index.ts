import { secondFactorResponse, setUpResponse } from "~/schemas/account-responses";
import { currentPasswordInput } from "~/schemas/second-factor";
import { beginSetUp, readSecondFactor } from "~/services/accounts/second-factor.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";
import { BUSY_DESCRIPTION } from "~/utils/openapi/descriptions";

export const loader = resource("Accounts", {
  GET: endpoint({
    id: "readSecondFactor",
    summary: "Check whether you have a second factor",
    response: secondFactorResponse,
    auth: "required",
    handle: ({ viewer }) => readSecondFactor(viewer),
  }),
  POST: endpoint({
    id: "setUpSecondFactor",
    summary: "Start setting up a second factor",
    description:
      "Returns the secret for an authenticator app (RFC 6238). Nothing changes until `confirmSecondFactor` is called, with the same token and within half an hour.",
    response: setUpResponse,
    errors: { conflict: "There is already a second factor.", unavailable: BUSY_DESCRIPTION },
    limits: ["signInAccount", "accountChanges"],
    auth: "required",
    body: currentPasswordInput,
    handle: ({ viewer, session, body, client }) => beginSetUp(viewer, body, { ...client, session }),
  }),
});
export const action = loader;
