import { undoneResponse } from "~/schemas/decision-responses";
import { undoAllInput } from "~/schemas/moderation";
import { undoAllBy } from "~/services/moderation/undo.server";
import { resolveTarget } from "~/services/moderation/targets.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";

export const loader = resource("Moderation", {
  POST: endpoint({
    id: "undoAllDecisions",
    summary: "Undo all decisions of a moderator",
    description:
      "For a moderator gone rogue; end their role first. Their decisions, and those of others against which they rejected an appeal, are undone in the background, the newest first; those of others against which they upheld an appeal are decided again. Each has its own entry in the log.",
    access: "Administrators",
    body: undoAllInput,
    response: undoneResponse,
    errors: {
      forbidden: "You are no administrator.",
      notFound: "There is no such person.",
    },
    limits: ["decisions"],
    auth: "required",
    handle: async ({ viewer, body: { moderator, note } }) => {
      const { id } = await resolveTarget("person", moderator);
      const { batchId, decisions } = await undoAllBy(viewer, id, { note });
      return { batch: batchId, decisions };
    },
  }),
});
export const action = loader;
