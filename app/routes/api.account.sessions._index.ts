import { z } from "zod";
import { serializeSignIn } from "~/presenters/accounts";
import { signInResponse } from "~/schemas/account-responses";
import { endOtherSessions, listSessions } from "~/services/accounts/sessions.server";
import { endpoint, noStore, resource } from "~/utils/http/endpoint.server";

export const loader = resource("Accounts", {
  GET: endpoint({
    id: "listSessions",
    summary: "List sessions and tokens",
    description: "Where you are signed in, and your tokens for programs, newest first.",
    response: z.array(signInResponse),
    auth: "required",
    handle: async ({ viewer, session }) => {
      const signIns = await listSessions(viewer, session?.signInId ?? null);
      return noStore(signIns.map(serializeSignIn));
    },
  }),
  DELETE: endpoint({
    id: "endOtherSessions",
    summary: "End all other sessions and tokens",
    description:
      "Only the sign-in that the token of this call belongs to is kept. No request body.",
    auth: "required",
    handle: ({ viewer, session }) => endOtherSessions(viewer, session?.signInId ?? null),
  }),
});
export const action = loader;
