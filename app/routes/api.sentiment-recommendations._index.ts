import { z } from "zod";
import { sentimentAnswer } from "~/schemas/answers";
import { listQuery } from "~/schemas/lists";
import { listSentiment } from "~/services/sentiment.server";
import { sentimentRecommendation } from "~/services/recommendation-representations";
import { endpoint, listAnswer, resource } from "~/utils/api.server";

const recommendations = resource({
  GET: endpoint({
    id: "listSentiment",
    tag: "Recommendations",
    summary: "List the sentiment recommendations",
    description: "Newest first. None of it is investment advice.",
    answer: z.array(sentimentAnswer),
    query: listQuery,
    handle: async ({ request, origin, query: { limit, cursor } }) => {
      const page = await listSentiment({ limit, after: cursor });
      return listAnswer(request, origin, page.items.map(sentimentRecommendation), page.next);
    },
  }),
});

export const loader = recommendations.loader;
export const action = recommendations.action;
