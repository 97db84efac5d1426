import { serializeUser } from "~/presenters/accounts";
import { signInInput } from "~/schemas/accounts";
import { sessionResponse } from "~/schemas/account-responses";
import { callCodeInput } from "~/schemas/second-factor";
import { signIn } from "~/services/accounts/accounts.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";
import { BUSY_DESCRIPTION } from "~/utils/openapi/descriptions";

export const loader = resource("Accounts", {
  POST: endpoint({
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
});
export const action = loader;
