import { serializeDecision } from "~/presenters/decisions";
import { decisionResponse } from "~/schemas/decision-responses";
import { appealDecisionInput, decisionParams } from "~/schemas/moderation";
import { decideAppeal } from "~/services/moderation/appeals.server";
import { readStatement } from "~/services/moderation/statements.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";

export const loader = resource("Moderation", {
  POST: endpoint({
    id: "decideAppeal",
    summary: "Decide an appeal",
    description: "`upheld` undoes the decision and rejects its flags; `rejected` keeps it.",
    access: "Moderators",
    params: decisionParams,
    body: appealDecisionInput,
    response: decisionResponse,
    errors: {
      forbidden:
        "You are no moderator, took the decision yourself, wrote the text, or have flagged it.",
      notFound: "There is no such decision.",
      conflict: "There is no open appeal, or another moderator was faster.",
    },
    limits: ["decisions"],
    auth: "required",
    handle: async ({ viewer, params, body }) => {
      const { id } = await decideAppeal(viewer, params.id, body);
      return serializeDecision(await readStatement(viewer, id));
    },
  }),
});
export const action = loader;
