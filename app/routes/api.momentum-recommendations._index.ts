import { z } from "zod";
import { momentumAnswer } from "~/schemas/answers";
import { listQuery } from "~/schemas/lists";
import { listMomentum } from "~/services/momentum.server";
import { momentumRecommendation } from "~/services/recommendation-representations";
import { endpoint, listAnswer, resource } from "~/utils/api.server";

const recommendations = resource({
  GET: endpoint({
    id: "listMomentum",
    tag: "Recommendations",
    summary: "List the momentum recommendations",
    description: "Newest first. None of it is investment advice.",
    answer: z.array(momentumAnswer),
    query: listQuery,
    handle: async ({ request, origin, query: { limit, cursor } }) => {
      const page = await listMomentum({ limit, after: cursor });
      return listAnswer(request, origin, page.items.map(momentumRecommendation), page.next);
    },
  }),
});

export const loader = recommendations.loader;
export const action = recommendations.action;
