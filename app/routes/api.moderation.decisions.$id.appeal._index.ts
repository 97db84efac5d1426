import { APPEAL_DAYS } from "~/domain/moderation";
import { serializeDecision } from "~/presenters/decisions";
import { decisionResponse } from "~/schemas/decision-responses";
import { appealInput, decisionParams } from "~/schemas/moderation";
import { appealDecision } from "~/services/moderation/appeals.server";
import { readStatement } from "~/services/moderation/statements.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";

export const loader = resource("Moderation", {
  POST: endpoint({
    id: "appealDecision",
    summary: "Appeal against a decision",
    description: `Once, within ${APPEAL_DAYS} days, also while your account is suspended. Another moderator decides.`,
    access: "The one whom it concerns",
    params: decisionParams,
    body: appealInput,
    response: decisionResponse,
    errors: {
      notFound: "There is no such decision about you.",
      conflict: "You have appealed already, the time has passed, or it was undone.",
    },
    limits: ["edits"],
    auth: "required",
    status: 201,
    handle: async ({ viewer, params, body }) => {
      const { id } = await appealDecision(viewer, params.id, body);
      return serializeDecision(await readStatement(viewer, id));
    },
  }),
});
export const action = loader;
