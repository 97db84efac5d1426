import { signUpInput } from "~/schemas/accounts";
import { sessionResponse } from "~/schemas/responses";
import { signUp } from "~/services/accounts/accounts.server";
import { serializeUser } from "~/services/serializers";
import { endpoint, resource } from "~/utils/http/endpoint.server";

const signup = resource({
  POST: endpoint({
    id: "signUp",
    tag: "Accounts",
    summary: "Make an account",
    description: "It is signed in at once: the answer has a token, as that to a sign-in has.",
    answer: sessionResponse,
    refusals: { conflict: "Email or name is taken; it is not told which, or whose." },
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
