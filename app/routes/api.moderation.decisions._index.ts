import { z } from "zod";
import { serializeDecision } from "~/presenters/decisions";
import { decisionResponse } from "~/schemas/decision-responses";
import { listQuery } from "~/schemas/pagination";
import { readOwnStatements } from "~/services/moderation/statements.server";
import { endpoint, listResponse, pageOf, resource } from "~/utils/http/endpoint.server";

export const loader = resource("Moderation", {
  GET: endpoint({
    id: "listOwnDecisions",
    summary: "List the decisions about you and your texts",
    description: "The newest first; also while your account is suspended.",
    response: z.array(decisionResponse),
    query: listQuery,
    auth: "required",
    handle: async (call) =>
      listResponse(call, await readOwnStatements(call.viewer, pageOf(call)), serializeDecision),
  }),
});
export const action = loader;
