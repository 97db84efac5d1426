import { z } from "zod";
import { hubResponse } from "~/schemas/responses";
import { researchHubs } from "~/services/articles/hubs.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";

export const loader = resource("Hubs and categories", {
  GET: endpoint({
    id: "listHubs",
    summary: "List the research hubs",
    description: "All six hubs, in the order of the research room.",
    response: z.array(hubResponse),
    handle: () => researchHubs(),
  }),
});
export const action = loader;
