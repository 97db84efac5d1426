import { signInInput } from "~/schemas/accounts";
import { sessionResponse } from "~/schemas/responses";
import { signIn } from "~/services/accounts/accounts.server";
import { serializeUser } from "~/services/serializers";
import { endpoint, resource } from "~/utils/http/endpoint.server";
import { BUSY_DESCRIPTION } from "~/utils/openapi/descriptions";

const login = resource({
  POST: endpoint({
    id: "signIn",
    tag: "Accounts",
    summary: "Sign in",
    description: "Returns a token for the other calls. Each sign-in gets its own.",
    response: sessionResponse,
    errors: {
      unauthenticated: "The email or password is wrong; the response does not say which.",
      unavailable: BUSY_DESCRIPTION,
    },
    limits: ["signInAccount", "signInAddress", "signInNetwork", "signInElsewhere"],
    body: signInInput,
    handle: async ({ body, client }) => {
      const { viewer, secrets } = await signIn(body, { ...client, kinds: ["token"] });
      return { token: secrets.token, user: serializeUser(viewer) };
    },
  }),
});

export const loader = login.loader;
export const action = login.action;
