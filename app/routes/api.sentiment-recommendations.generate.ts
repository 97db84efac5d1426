import { generateSentiment } from "~/services/sentiment.server";
import { sentimentRecommendation } from "~/services/recommendation-representations";
import { endpoint, resource } from "~/utils/api.server";

/** It takes no body; one that comes is not looked at. */
const generate = resource({
  POST: endpoint({
    signedIn: true,
    status: 201,
    handle: async ({ viewer }) => sentimentRecommendation(await generateSentiment(viewer)),
  }),
});

export const loader = generate.loader;
export const action = generate.action;
