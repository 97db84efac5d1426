/** The API's responses about one recommendation or a preview; those of the lists are in `responses.ts`. */
import { z } from "zod";
import { id } from "./response-fields";
import { momentumResponse, sentimentResponse } from "./responses";

/** What tells a preview from a recommendation. */
const previewFields = {
  id: id("preview", "6791f0eaa1b2c3d4e5f60718").meta({
    description:
      "An id that nothing else has. A preview is stored nowhere, so that it leads nowhere.",
    examples: ["6791f0eaa1b2c3d4e5f60718"],
  }),
  isPreview: z.literal(true).meta({
    description: "Always true. What is stored has no such field.",
    examples: [true],
  }),
};

export const momentumPreviewResponse = momentumResponse.extend(previewFields).meta({
  id: "MomentumPreview",
  description:
    "What the momentum engine would recommend at that moment. It is stored nowhere and part of no list or track record. Not investment advice.",
});
export type MomentumPreviewResponse = z.infer<typeof momentumPreviewResponse>;

export const sentimentPreviewResponse = sentimentResponse.extend(previewFields).meta({
  id: "SentimentPreview",
  description:
    "What the sentiment engine would recommend at that moment. It is stored nowhere and part of no list or track record. Not investment advice.",
});
export type SentimentPreviewResponse = z.infer<typeof sentimentPreviewResponse>;
