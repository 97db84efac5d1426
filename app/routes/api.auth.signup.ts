import { signUpInput } from "~/schemas/accounts";
import { sessionResponse } from "~/schemas/responses";
import { signUp } from "~/services/accounts/accounts.server";
import { serializeUser } from "~/services/serializers";
import { endpoint, resource } from "~/utils/http/endpoint.server";
import { BUSY_DESCRIPTION } from "~/utils/openapi/descriptions";

const signup = resource({
  POST: endpoint({
    id: "signUp",
    tag: "Accounts",
    summary: "Create an account",
    description:
      "Signs in at once: returns a token like a sign-in. Passwords that are guessed first, because they are common or made of the name, the email or the site's name, are refused, and so are names that would be taken for the site's.",
    response: sessionResponse,
    errors: {
      conflict:
        "The email is taken, or the name or one that looks like it; the response does not say which.",
      unavailable: BUSY_DESCRIPTION,
    },
    limits: ["signUp", "signUpNetwork"],
    body: signUpInput,
    status: 201,
    handle: async ({ body, client }) => {
      const { viewer, secrets } = await signUp(body, { ...client, kinds: ["token"] });
      return { token: secrets.token, user: serializeUser(viewer) };
    },
  }),
});

export const loader = signup.loader;
export const action = signup.action;
