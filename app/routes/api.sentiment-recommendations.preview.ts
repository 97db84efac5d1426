import { sentimentPreviewResponse } from "~/schemas/sentiment-responses";
import { previewSentiment } from "~/services/recommendations/preview.server";
import { sentimentPreview } from "~/services/recommendations/serializers";
import { endpoint, resource } from "~/utils/http/endpoint.server";

/** A request body is ignored. */
const preview = resource({
  POST: endpoint({
    id: "previewSentiment",
    tag: "Recommendations",
    summary: "Preview a sentiment recommendation",
    description:
      "What the engine would recommend now, from what the community wrote in the last seven days. Nothing is stored. It is computed at most once a minute for all users, so it may be up to a minute old. No request body.",
    response: sentimentPreviewResponse,
    errors: { unavailable: "The computation failed." },
    limits: ["generates"],
    auth: "required",
    handle: async ({ viewer }) => sentimentPreview(await previewSentiment(viewer)),
  }),
});

export const loader = preview.loader;
export const action = preview.action;
