import { flagKind, flagParams } from "~/schemas/flags";
import { notFoundError } from "~/services/errors";
import { withdrawFlag } from "~/services/moderation/flags.server";
import { resolveTarget } from "~/services/moderation/targets.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";

export const loader = resource("Moderation", {
  DELETE: endpoint({
    id: "withdrawFlag",
    summary: "Take back a flag",
    description: "Possible until a moderator has decided about it. No request body.",
    params: flagParams,
    errors: {
      forbidden: "Your account is suspended.",
      notFound: "You have not flagged this.",
      conflict: "A moderator has decided about it.",
    },
    limits: ["flags"],
    auth: "required",
    async handle({ viewer, params }) {
      const { data: kind } = flagKind.safeParse(params.kind);
      if (!kind) throw notFoundError("Flag");
      await withdrawFlag(viewer, await resolveTarget(kind, params.id));
    },
  }),
});
export const action = loader;
