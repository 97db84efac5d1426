import { userResponse } from "~/schemas/responses";
import { unauthenticatedError } from "~/services/errors";
import { serializeUser } from "~/presenters/accounts";
import { endpoint, JsonResult, resource } from "~/utils/http/endpoint.server";

const verify = resource({
  GET: endpoint({
    id: "verify",
    tag: "Accounts",
    summary: "Verify a token",
    description: "Returns the token's user. An invalid or expired token returns a 401.",
    response: userResponse,
    auth: "required",
    handle: async ({ viewer }) => {
      if (!viewer) throw unauthenticatedError();
      return new JsonResult(serializeUser(viewer), { "Cache-Control": "no-store" });
    },
  }),
});

export const loader = verify.loader;
export const action = verify.action;
