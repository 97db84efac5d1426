import { userResponse } from "~/schemas/responses";
import { unauthenticatedError } from "~/services/errors";
import { serializeUser } from "~/services/serializers";
import { endpoint, resource } from "~/utils/http/endpoint.server";

const verify = resource({
  GET: endpoint({
    id: "verify",
    tag: "Accounts",
    summary: "Ask whose token it is",
    description: "One that is no longer good is a 401.",
    answer: userResponse,
    signedIn: true,
    handle: async ({ viewer }) => {
      if (!viewer) throw unauthenticatedError();
      return serializeUser(viewer);
    },
  }),
});

export const loader = verify.loader;
export const action = verify.action;
