import { z } from "zod";
import { presentPreview } from "~/presenters/recommendations";
import { sentimentPreviewResponse, sentimentResponse } from "~/schemas/sentiment-responses";
import { isPreview } from "~/services/recommendations/engine.server";
import { sentimentEngine } from "~/services/recommendations/sentiment.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";

export const loader = resource("Recommendations", {
  POST: endpoint({
    id: "generateSentiment",
    summary: "Generate a sentiment recommendation",
    description:
      "Generated from what the community wrote in the last seven days. If a generation is already running, you get its result. Once there is a recommendation, users who are not members get a preview instead: it has `isPreview` and is not stored. No request body.",
    access:
      "Members of the organisation, and any signed-in user while there is no recommendation yet; a preview for all other signed-in users.",
    response: z.union([sentimentResponse, sentimentPreviewResponse]),
    errors: { unavailable: "The generation failed. Nothing was stored." },
    limits: ["generates"],
    auth: "required",
    status: 201,
    handle: async ({ viewer }) => {
      const made = await sentimentEngine.generateOrPreview(viewer);
      const presented = sentimentEngine.present(made);
      return isPreview(made) ? presentPreview(presented) : presented;
    },
  }),
});
export const action = loader;
