import { serializeDecision } from "~/presenters/decisions";
import { decisionResponse } from "~/schemas/decision-responses";
import { decisionParams } from "~/schemas/moderation";
import { readStatement } from "~/services/moderation/statements.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";

export const loader = resource("Moderation", {
  GET: endpoint({
    id: "getDecision",
    summary: "Get a decision with its statement of reasons",
    access: "The one whom it concerns, and moderators",
    params: decisionParams,
    response: decisionResponse,
    errors: { notFound: "There is no such decision, or it is not for you." },
    auth: "required",
    handle: async ({ viewer, params }) => serializeDecision(await readStatement(viewer, params.id)),
  }),
});
export const action = loader;
