import { momentumPreviewResponse } from "~/schemas/momentum-responses";
import { previewMomentum } from "~/services/recommendations/preview.server";
import { momentumPreview } from "~/services/recommendations/serializers";
import { endpoint, resource } from "~/utils/http/endpoint.server";

/** A request body is ignored. */
const preview = resource({
  POST: endpoint({
    id: "previewMomentum",
    tag: "Recommendations",
    summary: "Preview a momentum recommendation",
    description:
      "What the engine would recommend now, from daily closes up to yesterday. Nothing is stored. It is computed at most once a minute for all users, so it may be up to a minute old. No request body.",
    response: momentumPreviewResponse,
    errors: { unavailable: "There are no prices to compute from." },
    limits: ["generates"],
    auth: "required",
    handle: async ({ viewer }) => momentumPreview(await previewMomentum(viewer)),
  }),
});

export const loader = preview.loader;
export const action = preview.action;
