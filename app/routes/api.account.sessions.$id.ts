import { doneResponse } from "~/schemas/responses";
import { signInIdParam } from "~/schemas/session-responses";
import { endSession } from "~/services/accounts/sessions.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";

const session = resource({
  DELETE: endpoint({
    id: "endSession",
    tag: "Accounts",
    summary: "End a session or token",
    description: "Its next request is refused. No request body.",
    params: signInIdParam,
    response: doneResponse,
    errors: { notFound: "You have no such session or token." },
    auth: "required",
    handle: async ({ viewer, params }) => {
      await endSession(viewer, params.id ?? "");
      return { done: true as const };
    },
  }),
});

export const loader = session.loader;
export const action = session.action;
