import { sentimentResponse } from "~/schemas/responses";
import { generateSentiment } from "~/services/recommendations/sentiment.server";
import { sentimentRecommendation } from "~/services/recommendations/serializers";
import { endpoint, resource } from "~/utils/http/endpoint.server";

/** A request body is ignored. */
const generate = resource({
  POST: endpoint({
    id: "generateSentiment",
    tag: "Recommendations",
    summary: "Generate a sentiment recommendation",
    description:
      "Generated from what the community wrote in the last seven days. If a generation is already running, you get its result. No body.",
    response: sentimentResponse,
    errors: { unavailable: "The generation failed. Nothing was stored." },
    limits: ["generates"],
    auth: "required",
    status: 201,
    handle: async ({ viewer }) => sentimentRecommendation(await generateSentiment(viewer)),
  }),
});

export const loader = generate.loader;
export const action = generate.action;
