import { z } from "zod";
import { momentumResponse } from "~/schemas/responses";
import { listQuery } from "~/schemas/pagination";
import { listMomentum } from "~/services/recommendations/momentum.server";
import { momentumRecommendation } from "~/services/recommendations/serializers";
import { endpoint, listResponse, resource } from "~/utils/http/endpoint.server";

const recommendations = resource({
  GET: endpoint({
    id: "listMomentum",
    tag: "Recommendations",
    summary: "List the momentum recommendations",
    description: "Newest first. None of it is investment advice.",
    response: z.array(momentumResponse),
    query: listQuery,
    handle: async ({ request, origin, query: { limit, cursor } }) => {
      const page = await listMomentum({ limit, after: cursor });
      return listResponse(request, origin, page.items.map(momentumRecommendation), page.next);
    },
  }),
});

export const loader = recommendations.loader;
export const action = recommendations.action;
