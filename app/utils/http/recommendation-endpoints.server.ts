/** The API calls that are the same for both engines. */
import { z } from "zod";
import type { Engine } from "~/domain/engines";
import { presentPreview } from "~/presenters/recommendations";
import { momentumPreviewResponse, momentumResponse } from "~/schemas/momentum-responses";
import { listQuery } from "~/schemas/pagination";
import { sentimentPreviewResponse, sentimentResponse } from "~/schemas/sentiment-responses";
import { recommendationEngines } from "~/services/recommendations/engines.server";
import { endpoint, listResponse, pageOf, resource } from "./endpoint.server";

const ENGINES = {
  momentum: {
    name: "Momentum",
    source: "daily closes up to yesterday",
    unavailable: "There are no prices to compute from.",
    listed: momentumResponse,
    preview: momentumPreviewResponse,
  },
  sentiment: {
    name: "Sentiment",
    source: "what the community wrote in the last seven days",
    unavailable: "The computation failed.",
    listed: sentimentResponse,
    preview: sentimentPreviewResponse,
  },
} as const;

const presenterOf = (kind: Engine) =>
  recommendationEngines[kind].present as (row: unknown) => object;

/** Creates the API route that lists an engine's recommendations. */
export const recommendationsResource = (kind: Engine) =>
  resource("Recommendations", {
    GET: endpoint({
      id: `list${ENGINES[kind].name}`,
      summary: `List the ${kind} recommendations`,
      description: "Newest first. None of it is investment advice.",
      response: z.array<z.ZodType>(ENGINES[kind].listed),
      query: listQuery,
      handle: async (call) =>
        listResponse(call, await recommendationEngines[kind].list(pageOf(call)), presenterOf(kind)),
    }),
  });

/** Creates the API route that previews what an engine would recommend. */
export const previewResource = (kind: Engine) =>
  resource("Recommendations", {
    POST: endpoint({
      id: `preview${ENGINES[kind].name}`,
      summary: `Preview a ${kind} recommendation`,
      description: `What the engine would recommend now, from ${ENGINES[kind].source}. Nothing is stored. It is computed at most once a minute for all users, so it may be up to a minute old. No request body.`,
      response: ENGINES[kind].preview as z.ZodType,
      errors: { unavailable: ENGINES[kind].unavailable },
      limits: ["generates"],
      auth: "required",
      handle: async ({ viewer }) => {
        const preview = await recommendationEngines[kind].preview(viewer);
        return presentPreview(presenterOf(kind)(preview));
      },
    }),
  });
