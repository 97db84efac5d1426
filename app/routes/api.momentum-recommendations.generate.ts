import { momentumResponse } from "~/schemas/responses";
import { momentumEngine } from "~/services/recommendations/momentum.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";

/** A request body is ignored. */
const generate = resource({
  POST: endpoint({
    id: "generateMomentum",
    tag: "Recommendations",
    summary: "Generate a momentum recommendation",
    description:
      "Generated from daily closes up to yesterday. If a generation is already running, you get its result. No request body.",
    access: "Members of the organisation; any signed-in user while there is no recommendation yet.",
    response: momentumResponse,
    errors: {
      forbidden:
        "You are not a member, and there is already a recommendation. Request a preview instead.",
      unavailable: "There are no prices to compute from. Nothing was stored.",
    },
    limits: ["generates"],
    auth: "required",
    status: 201,
    handle: async ({ viewer }) => momentumEngine.present(await momentumEngine.generate(viewer)),
  }),
});

export const loader = generate.loader;
export const action = generate.action;
