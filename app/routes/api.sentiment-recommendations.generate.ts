import { sentimentResponse } from "~/schemas/responses";
import { generateSentiment } from "~/services/recommendations/sentiment.server";
import { sentimentRecommendation } from "~/services/recommendations/serializers";
import { endpoint, resource } from "~/utils/http/endpoint.server";

/** It takes no body; one that comes is not looked at. */
const generate = resource({
  POST: endpoint({
    id: "generateSentiment",
    tag: "Recommendations",
    summary: "Generate a sentiment recommendation",
    description:
      "Made now, from what the community wrote in the last seven days. While one is being made already, you get that one. No body.",
    answer: sentimentResponse,
    refusals: { unavailable: "It could not be made. Nothing was stored." },
    limits: ["generates"],
    signedIn: true,
    status: 201,
    handle: async ({ viewer }) => sentimentRecommendation(await generateSentiment(viewer)),
  }),
});

export const loader = generate.loader;
export const action = generate.action;
