import { z } from "zod";
import { serializeSignIn } from "~/presenters/accounts";
import { newTokenInput } from "~/schemas/accounts";
import {
  madeTokenResponse,
  recoveryCodesResponse,
  secondFactorResponse,
  setUpResponse,
  signInIdParam,
  signInResponse,
} from "~/schemas/account-responses";
import { codeInput, confirmedCodeInput, currentPasswordInput } from "~/schemas/second-factor";
import {
  beginSetUp,
  confirmSetUp,
  readSecondFactor,
  removeOwnSecondFactor,
  renewRecoveryCodes,
} from "~/services/accounts/second-factor.server";
import {
  endOtherSessions,
  endSession,
  listSessions,
  makeToken,
} from "~/services/accounts/sessions.server";
import { endpoint, noStore, type Calls } from "~/utils/http/endpoint.server";
import { BUSY_DESCRIPTION, PASSWORD_CHANGED_DESCRIPTION } from "~/utils/openapi/descriptions";

export const securityCalls: Calls = {
  "GET /api/account/second-factor": endpoint({
    id: "readSecondFactor",
    summary: "Check whether you have a second factor",
    response: secondFactorResponse,
    auth: "required",
    handle: ({ viewer }) => readSecondFactor(viewer),
  }),
  "POST /api/account/second-factor": endpoint({
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
  "POST /api/account/second-factor/confirm": endpoint({
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
  "POST /api/account/second-factor/recovery-codes": endpoint({
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
  "POST /api/account/second-factor/remove": endpoint({
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
  "DELETE /api/account/sessions/{id}": endpoint({
    id: "endSession",
    summary: "End a session or token",
    description: "Its next request is refused. No request body.",
    params: signInIdParam,
    errors: { notFound: "You have no such session or token." },
    auth: "required",
    handle: ({ viewer, params }) => endSession(viewer, params.id),
  }),
  "GET /api/account/sessions": endpoint({
    id: "listSessions",
    summary: "List sessions and tokens",
    description: "Where you are signed in, and your tokens for programs, newest first.",
    response: z.array(signInResponse),
    auth: "required",
    handle: async ({ viewer, session }) => {
      const signIns = await listSessions(viewer, session?.signInId ?? null);
      return noStore(signIns.map(serializeSignIn));
    },
  }),
  "DELETE /api/account/sessions": endpoint({
    id: "endOtherSessions",
    summary: "End all other sessions and tokens",
    description:
      "Only the sign-in that the token of this call belongs to is kept. No request body.",
    auth: "required",
    handle: ({ viewer, session }) => endOtherSessions(viewer, session?.signInId ?? null),
  }),
  "POST /api/account/tokens": endpoint({
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
};
