import { z } from "zod";
import { decisionKinds, LIMIT_DAYS, type ModeratedKind } from "~/domain/moderation";
import { serializeDecision } from "~/presenters/decisions";
import { decisionResponse } from "~/schemas/decision-responses";
import { decisionInput } from "~/schemas/moderation";
import { notFoundError } from "~/services/errors";
import { decide } from "~/services/moderation/decide.server";
import { readStatement } from "~/services/moderation/statements.server";
import { resolveTarget } from "~/services/moderation/targets.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";

const kinds: Record<string, ModeratedKind> = {
  articles: "article",
  comments: "comment",
  reviews: "review",
  people: "person",
};

export const loader = resource("Moderation", {
  POST: endpoint({
    id: "decide",
    summary: "Decide about a text or person",
    description: `\`decision\` is one of ${Object.keys(decisionKinds).join(", ")}. \`move\` needs \`category\`, \`remove-link\` the \`link\` as it stands in the text; \`suspend\` takes \`days\`, without which it is for good; \`limit\` lasts ${LIMIT_DAYS} days. The author is told at once. With \`revision\`, that of the case in the queue, nothing happens if another moderator has decided since.`,
    access: "Moderators",
    params: z.object({
      kind: z.string().meta({
        description: "`articles`, `comments`, `reviews` or `people`.",
        examples: ["articles"],
      }),
      id: z.string().meta({
        description: "The id of the text or account, or the name of the person.",
        examples: ["6790a1f2c3d4e5f60718293a"],
      }),
    }),
    body: decisionInput,
    response: decisionResponse,
    errors: {
      forbidden:
        "You are no moderator, it is your own text, you have flagged it, or it is a moderator and you are no administrator.",
      notFound: "There is no such text or person.",
      conflict: "It changes nothing, or another moderator has decided meanwhile.",
    },
    limits: ["decisions"],
    auth: "required",
    status: 201,
    handle: async ({ viewer, params, body }) => {
      const kind = Object.hasOwn(kinds, params.kind) ? kinds[params.kind] : undefined;
      if (!kind) throw notFoundError("Resource");
      const target = await resolveTarget(kind, params.id);
      const { id } = await decide(viewer, target, body);
      return serializeDecision(await readStatement(viewer, id));
    },
  }),
});
export const action = loader;
