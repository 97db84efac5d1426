import { generateMomentum } from "~/services/momentum.server";
import { momentumRecommendation } from "~/services/recommendation-representations";
import { endpoint, resource } from "~/utils/api.server";

/** It takes no body; one that comes is not looked at. */
const generate = resource({
  POST: endpoint({
    signedIn: true,
    status: 201,
    handle: async ({ viewer }) => momentumRecommendation(await generateMomentum(viewer)),
  }),
});

export const loader = generate.loader;
export const action = generate.action;
