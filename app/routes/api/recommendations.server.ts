import { z } from "zod";
import { presentPreview } from "~/presenters/recommendations";
import { listQuery } from "~/schemas/pagination";
import type { Engine } from "~/domain/engines";
import { momentumDetailsResponse, momentumPreviewResponse } from "~/schemas/momentum-responses";
import { idParam, momentumResponse, sentimentResponse } from "~/schemas/responses";
import { mentionsApiQuery } from "~/schemas/sentiment";
import { sentimentDetailsResponse, sentimentPreviewResponse } from "~/schemas/sentiment-responses";
import {
  readMomentumDetails,
  readSentimentDetails,
} from "~/services/recommendations/details.server";
import { recommendationEngines } from "~/services/recommendations/engines.server";
import { isPreview } from "~/services/recommendations/engine.server";
import { momentumEngine } from "~/services/recommendations/momentum.server";
import { INPUTS_PER_PAGE } from "~/services/recommendations/sentiment-inputs.server";
import { sentimentEngine } from "~/services/recommendations/sentiment.server";
import { endpoint, listResponse, pageOf, type Calls } from "~/utils/http/endpoint.server";

/** The calls that are the same for both engines. */
function engineCalls(
  kind: Engine,
  own: { name: string; source: string; unavailable: string; listed: z.ZodType; preview: z.ZodType },
): Calls {
  const { list, preview } = recommendationEngines[kind];
  const present = recommendationEngines[kind].present as (row: unknown) => object;
  return {
    [`GET /api/${kind}-recommendations`]: endpoint({
      id: `list${own.name}`,
      summary: `List the ${kind} recommendations`,
      description: "Newest first. None of it is investment advice.",
      response: z.array(own.listed),
      query: listQuery,
      handle: async (call) => listResponse(call, await list(pageOf(call)), present),
    }),
    [`POST /api/${kind}-recommendations/preview`]: endpoint({
      id: `preview${own.name}`,
      summary: `Preview a ${kind} recommendation`,
      description: `What the engine would recommend now, from ${own.source}. Nothing is stored. It is computed at most once a minute for all users, so it may be up to a minute old. No request body.`,
      response: own.preview,
      errors: { unavailable: own.unavailable },
      limits: ["generates"],
      auth: "required",
      handle: async ({ viewer }) => presentPreview(present(await preview(viewer))),
    }),
  };
}

export const recommendationCalls: Calls = {
  ...engineCalls("momentum", {
    name: "Momentum",
    source: "daily closes up to yesterday",
    unavailable: "There are no prices to compute from.",
    listed: momentumResponse,
    preview: momentumPreviewResponse,
  }),
  ...engineCalls("sentiment", {
    name: "Sentiment",
    source: "what the community wrote in the last seven days",
    unavailable: "The computation failed.",
    listed: sentimentResponse,
    preview: sentimentPreviewResponse,
  }),
  "GET /api/momentum-recommendations/{id}": endpoint({
    id: "readMomentum",
    summary: "Read a momentum recommendation",
    description:
      "Includes the closes that it was made from, the formulas and constants of its method, every step of the calculation, and the outcome. Numbers are as computed, unrounded.",
    params: idParam,
    response: momentumDetailsResponse,
    errors: { notFound: "There is no such recommendation." },
    handle: ({ params }) => readMomentumDetails(params.id),
  }),
  "POST /api/momentum-recommendations/generate": endpoint({
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
  "GET /api/sentiment-recommendations/{id}": endpoint({
    id: "readSentiment",
    summary: "Read a sentiment recommendation",
    description: `Includes a page of up to ${INPUTS_PER_PAGE} of the mentions that it was made from, each with the trust in its author, the formulas and constants of its method, every step of the calculation, and the outcome. Numbers are as computed, unrounded.`,
    params: idParam,
    query: mentionsApiQuery,
    response: sentimentDetailsResponse,
    errors: { notFound: "There is no such recommendation, or nobody mentioned that token." },
    handle: ({ params, query, origin }) => readSentimentDetails(params.id, query, origin),
  }),
  "POST /api/sentiment-recommendations/generate": endpoint({
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
};
