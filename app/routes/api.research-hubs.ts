import { z } from "zod";
import { hubResponse } from "~/schemas/responses";
import { researchHubs } from "~/services/articles/hubs.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";

const hubs = resource({
  GET: endpoint({
    id: "listHubs",
    tag: "Hubs and categories",
    summary: "List the research hubs",
    description: "All six hubs, in the order of the research room.",
    response: z.array(hubResponse),
    handle: () => researchHubs(),
  }),
});

export const loader = hubs.loader;
export const action = hubs.action;
