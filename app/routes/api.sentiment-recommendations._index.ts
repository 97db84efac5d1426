import { z } from "zod";
import { sentimentResponse } from "~/schemas/responses";
import { listQuery } from "~/schemas/pagination";
import { listSentiment } from "~/services/recommendations/sentiment.server";
import { sentimentRecommendation } from "~/services/recommendations/serializers";
import { endpoint, listResponse, resource } from "~/utils/http/endpoint.server";

const recommendations = resource({
  GET: endpoint({
    id: "listSentiment",
    tag: "Recommendations",
    summary: "List the sentiment recommendations",
    description: "Newest first. None of it is investment advice.",
    response: z.array(sentimentResponse),
    query: listQuery,
    handle: async ({ request, origin, query: { limit, cursor } }) => {
      const page = await listSentiment({ limit, after: cursor });
      return listResponse(request, origin, page.items.map(sentimentRecommendation), page.next);
    },
  }),
});

export const loader = recommendations.loader;
export const action = recommendations.action;
