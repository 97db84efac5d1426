import { signInIdParam } from "~/schemas/account-responses";
import { endSession } from "~/services/accounts/sessions.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";

export const loader = resource("Accounts", {
  DELETE: endpoint({
    id: "endSession",
    summary: "End a session or token",
    description: "Its next request is refused. No request body.",
    params: signInIdParam,
    errors: { notFound: "You have no such session or token." },
    auth: "required",
    handle: ({ viewer, params }) => endSession(viewer, params.id),
  }),
});
export const action = loader;
