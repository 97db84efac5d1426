import { serializeUser } from "~/presenters/accounts";
import {
  forgotInput,
  linkInput,
  linkSecret,
  newPasswordInput,
  signInInput,
  signUpInput,
} from "~/schemas/accounts";
import { sessionResponse, userResponse } from "~/schemas/account-responses";
import { callCodeInput } from "~/schemas/second-factor";
import { signIn, signUp } from "~/services/accounts/accounts.server";
import { proveEmail, resendEmailProof } from "~/services/accounts/email.server";
import { requestPasswordReset, resetPassword } from "~/services/accounts/new-password.server";
import { unauthenticatedError } from "~/services/errors";
import { endpoint, noStore, type Calls } from "~/utils/http/endpoint.server";
import { BUSY_DESCRIPTION } from "~/utils/openapi/descriptions";

export const signInCalls: Calls = {
  "POST /api/auth/forgot": endpoint({
    id: "forgotPassword",
    summary: "Request a password reset",
    description:
      "Mails a link to the address if there is an account with it; the response is the same if there is none.",
    body: forgotInput,
    limits: ["mailsFrom", "mailsFromNetwork", "mailsTo"],
    handle: ({ body, client }) => requestPasswordReset(body, client),
  }),
  "POST /api/auth/login": endpoint({
    id: "signIn",
    summary: "Sign in",
    description:
      "Returns a token for the other calls. Each sign-in gets a token of its own. An account with a second factor requires a `code` as well: without a valid one, the response is a 401 with `codeRequired`.",
    response: sessionResponse,
    errors: {
      unauthenticated:
        "The email or password is wrong; the response does not say which. With `codeRequired`, both are right and the code is missing or wrong.",
      unavailable: BUSY_DESCRIPTION,
    },
    limits: ["signInAccount", "signInAddress", "signInNetwork", "signInElsewhere", "codes"],
    body: signInInput.extend(callCodeInput.shape),
    handle: async ({ body, client }) => {
      const { viewer, secrets } = await signIn(body, { ...client, kinds: ["token"] });
      return { token: secrets.token, user: serializeUser(viewer) };
    },
  }),
  "POST /api/auth/prove-email": endpoint({
    id: "proveEmail",
    summary: "Confirm your email address",
    description: "Takes the secret of the link that was mailed at sign-up. No token is needed.",
    body: linkInput,
    errors: { notFound: "The link was used, is older than a day, or a newer one was sent." },
    handle: ({ body }) => proveEmail(body.secret),
  }),
  "POST /api/auth/prove-email/send": endpoint({
    id: "mailProof",
    summary: "Request another link to confirm your email address",
    description: "Links that were mailed earlier are no longer valid. No request body.",
    errors: { conflict: "The address is already confirmed." },
    limits: ["mailsTo"],
    auth: "required",
    handle: ({ viewer, origin }) => resendEmailProof(viewer, origin),
  }),
  "POST /api/auth/reset": endpoint({
    id: "resetPassword",
    summary: "Set a new password",
    description:
      "Takes the secret of the link that `forgotPassword` mailed. Ends all sessions, revokes all tokens of the account, cancels its scheduled deletion, and removes passkeys that were added within the last seven days.",
    body: newPasswordInput.extend({ secret: linkSecret }),
    errors: {
      notFound: "The link was used, is older than an hour, or a newer one was sent.",
      unavailable: BUSY_DESCRIPTION,
    },
    handle: ({ body: { secret, password }, client }) => resetPassword(secret, { password }, client),
  }),
  "POST /api/auth/signup": endpoint({
    id: "signUp",
    summary: "Create an account",
    description:
      "Also signs in: returns a token, like a sign-in. Passwords that are easy to guess, because they are common or made from the name, the email or the site's name, are refused. So are names that could be taken for the site's own.",
    response: sessionResponse,
    errors: {
      conflict:
        "The email is taken, or the name is taken or looks like one that is; the response does not say which.",
      unavailable: BUSY_DESCRIPTION,
    },
    limits: ["signUp", "signUpNetwork", "mailsTo"],
    body: signUpInput,
    status: 201,
    handle: async ({ body, client }) => {
      const { viewer, secrets } = await signUp(body, { ...client, kinds: ["token"] });
      return { token: secrets.token, user: serializeUser(viewer) };
    },
  }),
  "GET /api/auth/verify": endpoint({
    id: "verify",
    summary: "Verify a token",
    description: "Returns the token's user. An invalid or expired token returns a 401.",
    response: userResponse,
    auth: "required",
    handle: async ({ viewer }) => {
      if (!viewer) throw unauthenticatedError();
      return noStore(serializeUser(viewer));
    },
  }),
};
