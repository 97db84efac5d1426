import { signInInput } from "~/schemas/accounts";
import { sessionResponse } from "~/schemas/responses";
import { signIn } from "~/services/accounts/accounts.server";
import { serializeUser } from "~/services/serializers";
import { endpoint, resource } from "~/utils/http/endpoint.server";

const login = resource({
  POST: endpoint({
    id: "signIn",
    tag: "Accounts",
    summary: "Sign in",
    description: "Answers with a token for the other calls. Each sign-in has one of its own.",
    answer: sessionResponse,
    refusals: { unauthenticated: "Email or password is wrong; it is not told which." },
    limits: ["signInAccount", "signInAddress"],
    body: signInInput,
    handle: async ({ body, client }) => {
      const { viewer, secrets } = await signIn(body, { ...client, kinds: ["token"] });
      return { token: secrets.token, user: serializeUser(viewer) };
    },
  }),
});

export const loader = login.loader;
export const action = login.action;
