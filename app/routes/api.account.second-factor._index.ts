import { currentPasswordInput } from "~/schemas/second-factor";
import { secondFactorResponse, setUpResponse } from "~/schemas/second-factor-responses";
import { beginSetUp, readSecondFactor } from "~/services/accounts/second-factor.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";
import { BUSY_DESCRIPTION } from "~/utils/openapi/descriptions";

const factor = resource({
  GET: endpoint({
    id: "readSecondFactor",
    tag: "Accounts",
    summary: "Whether there is a second factor",
    response: secondFactorResponse,
    auth: "required",
    handle: ({ viewer }) => readSecondFactor(viewer),
  }),
  POST: endpoint({
    id: "setUpSecondFactor",
    tag: "Accounts",
    summary: "Begin to set up a second factor",
    description:
      "Returns what an authenticator app has to know (RFC 6238). Nothing changes until `confirmSecondFactor`, within half an hour and with the same token.",
    response: setUpResponse,
    errors: { conflict: "There is a second factor already.", unavailable: BUSY_DESCRIPTION },
    limits: ["signInAccount", "accountChanges"],
    auth: "required",
    body: currentPasswordInput,
    handle: ({ viewer, session, body, client }) => beginSetUp(viewer, body, { ...client, session }),
  }),
});

export const loader = factor.loader;
export const action = factor.action;
