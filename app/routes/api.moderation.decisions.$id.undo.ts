import { serializeDecision } from "~/presenters/decisions";
import { decisionResponse } from "~/schemas/decision-responses";
import { decisionParams, undoInput } from "~/schemas/moderation";
import { readStatement } from "~/services/moderation/statements.server";
import { undoDecision } from "~/services/moderation/undo.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";

export const loader = resource("Moderation", {
  POST: endpoint({
    id: "undoDecision",
    summary: "Undo a decision",
    description:
      "Everything is put back as it was, and its flags are open again. `left` says what could not be put back, because its author has changed it since.",
    access: "The moderator who took it, and administrators",
    params: decisionParams,
    body: undoInput,
    response: decisionResponse,
    errors: {
      forbidden: "It is another moderator’s, or about your own text or one that you have flagged.",
      notFound: "There is no such decision.",
      conflict: "It was undone already, or something else has to be undone first.",
    },
    limits: ["decisions"],
    auth: "required",
    handle: async ({ viewer, params, body }) => {
      const { id } = await undoDecision(viewer, params.id, body);
      return serializeDecision(await readStatement(viewer, id));
    },
  }),
});
export const action = loader;
