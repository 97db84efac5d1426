import { momentumResponse } from "~/schemas/momentum-responses";
import { momentumEngine } from "~/services/recommendations/momentum.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";

export const loader = resource("Recommendations", {
  POST: endpoint({
    id: "generateMomentum",
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
export const action = loader;
