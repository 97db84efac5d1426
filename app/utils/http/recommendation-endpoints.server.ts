/** The API calls that are the same for both engines. */
import { z } from "zod";
import type { Engine } from "~/domain/engines";
import { listQuery } from "~/schemas/pagination";
import { momentumPreviewResponse } from "~/schemas/momentum-responses";
import { momentumResponse, sentimentResponse } from "~/schemas/responses";
import { sentimentPreviewResponse } from "~/schemas/sentiment-responses";
import { recommendationEngines } from "~/services/recommendations/engines.server";
import { presentPreview } from "~/presenters/recommendations";
import { endpoint, listResponse, resource } from "./endpoint.server";

const NAMES = { momentum: "Momentum", sentiment: "Sentiment" } as const;
const LISTED = { momentum: momentumResponse, sentiment: sentimentResponse } as const;
const PREVIEWS = {
  momentum: {
    source: "daily closes up to yesterday",
    unavailable: "There are no prices to compute from.",
    response: momentumPreviewResponse,
  },
  sentiment: {
    source: "what the community wrote in the last seven days",
    unavailable: "The computation failed.",
    response: sentimentPreviewResponse,
  },
} as const;

/** Creates the API route that lists an engine's recommendations. */
export const recommendationsResource = (kind: Engine) =>
  resource({
    GET: endpoint({
      id: `list${NAMES[kind]}`,
      tag: "Recommendations",
      summary: `List the ${kind} recommendations`,
      description: "Newest first. None of it is investment advice.",
      response: z.array<z.ZodType>(LISTED[kind]),
      query: listQuery,
      handle: async ({ request, origin, query: { limit, cursor } }) => {
        const { list, present } = recommendationEngines[kind];
        const { items, next } = await list({ limit, after: cursor });
        return listResponse(
          request,
          origin,
          items.map((row) => present(row as never)),
          next,
        );
      },
    }),
  });

/** Creates the API route that previews what an engine would recommend. A request body is ignored. */
export const previewResource = (kind: Engine) =>
  resource({
    POST: endpoint({
      id: `preview${NAMES[kind]}`,
      tag: "Recommendations",
      summary: `Preview a ${kind} recommendation`,
      description: `What the engine would recommend now, from ${PREVIEWS[kind].source}. Nothing is stored. It is computed at most once a minute for all users, so it may be up to a minute old. No request body.`,
      response: PREVIEWS[kind].response as z.ZodType,
      errors: { unavailable: PREVIEWS[kind].unavailable },
      limits: ["generates"],
      auth: "required",
      handle: async ({ viewer }) => {
        const { preview, present } = recommendationEngines[kind];
        return presentPreview(present((await preview(viewer)) as never));
      },
    }),
  });
