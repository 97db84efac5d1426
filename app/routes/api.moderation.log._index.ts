import { z } from "zod";
import { serializeLoggedDecision } from "~/presenters/moderation-log";
import { logQuery } from "~/schemas/moderation-log";
import { loggedDecisionResponse } from "~/schemas/moderation-log-responses";
import { browseLog } from "~/services/moderation/log.server";
import { endpoint, listResponse, pageOf, resource } from "~/utils/http/endpoint.server";

export const loader = resource("Moderation", {
  GET: endpoint({
    id: "listModerationLog",
    summary: "List the decisions of moderators",
    description:
      "The public log of moderation, newest first: what was decided about what, by which rule and role, and what followed. It names no people and has no texts.",
    response: z.array(loggedDecisionResponse),
    query: logQuery,
    handle: async (call) => {
      const { limit: _, cursor: __, ...filter } = call.query;
      return listResponse(
        call,
        await browseLog({ ...filter, ...pageOf(call) }),
        serializeLoggedDecision,
      );
    },
  }),
});
export const action = loader;
