import { z } from "zod";
import { doneResponse } from "~/schemas/responses";
import { signInResponse } from "~/schemas/session-responses";
import { endOtherSessions, listSessions } from "~/services/accounts/sessions.server";
import { serializeSignIn } from "~/presenters/accounts";
import { endpoint, JsonResult, resource } from "~/utils/http/endpoint.server";

const sessions = resource({
  GET: endpoint({
    id: "listSessions",
    tag: "Accounts",
    summary: "List sessions and tokens",
    description: "Where you are signed in, and your tokens for programs, newest first.",
    response: z.array(signInResponse),
    auth: "required",
    handle: async ({ viewer, session }) => {
      const signIns = await listSessions(viewer, session?.signInId ?? null);
      return new JsonResult(signIns.map(serializeSignIn), { "Cache-Control": "no-store" });
    },
  }),
  DELETE: endpoint({
    id: "endOtherSessions",
    tag: "Accounts",
    summary: "End all other sessions and tokens",
    description:
      "Only the sign-in that the token of this call belongs to is kept. No request body.",
    response: doneResponse,
    auth: "required",
    handle: async ({ viewer, session }) => {
      await endOtherSessions(viewer, session?.signInId ?? null);
      return { done: true as const };
    },
  }),
});

export const loader = sessions.loader;
export const action = sessions.action;
