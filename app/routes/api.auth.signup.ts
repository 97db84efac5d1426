import { serializeUser } from "~/presenters/accounts";
import { signUpInput } from "~/schemas/accounts";
import { sessionResponse } from "~/schemas/account-responses";
import { signUp } from "~/services/accounts/accounts.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";
import { BUSY_DESCRIPTION } from "~/utils/openapi/descriptions";

export const loader = resource("Accounts", {
  POST: endpoint({
    id: "signUp",
    summary: "Create an account",
    description:
      "Also signs in: returns a token, like a sign-in. Passwords that are easy to guess, because they are common or made from the name, the email or the site's name, are refused. So are names that could be taken for the site's own.",
    response: sessionResponse,
    errors: {
      forbidden: "Nobody can sign up just now.",
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
});
export const action = loader;
