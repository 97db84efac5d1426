import { signUpInput } from "~/schemas/accounts";
import { sessionResponse } from "~/schemas/responses";
import { signUp } from "~/services/accounts/accounts.server";
import { serializeUser } from "~/services/serializers";
import { endpoint, resource } from "~/utils/http/endpoint.server";

const signup = resource({
  POST: endpoint({
    id: "signUp",
    tag: "Accounts",
    summary: "Create an account",
    description: "Signs in at once: returns a token like a sign-in.",
    response: sessionResponse,
    errors: { conflict: "The email or name is taken; the response does not say which." },
    limits: ["signUp"],
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
