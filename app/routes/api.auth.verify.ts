import { serializeUser } from "~/presenters/accounts";
import { userResponse } from "~/schemas/account-responses";
import { unauthenticatedError } from "~/services/errors";
import { endpoint, noStore, resource } from "~/utils/http/endpoint.server";

export const loader = resource("Accounts", {
  GET: endpoint({
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
});
export const action = loader;
