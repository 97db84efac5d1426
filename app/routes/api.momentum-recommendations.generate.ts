import { momentumResponse } from "~/schemas/responses";
import { generateMomentum } from "~/services/recommendations/momentum.server";
import { momentumRecommendation } from "~/services/recommendations/serializers";
import { endpoint, resource } from "~/utils/http/endpoint.server";

/** It takes no body; one that comes is not looked at. */
const generate = resource({
  POST: endpoint({
    id: "generateMomentum",
    tag: "Recommendations",
    summary: "Generate a momentum recommendation",
    description:
      "Made now, from daily closes up to yesterday. While one is being made already, you get that one. No body.",
    access: "Members of the organisation; as long as there is none, whoever is signed in.",
    answer: momentumResponse,
    refusals: {
      forbidden: "You are no member, and there is a recommendation already.",
      unavailable: "There are no prices to make one from. Nothing was stored.",
    },
    limits: ["generates"],
    signedIn: true,
    status: 201,
    handle: async ({ viewer }) => momentumRecommendation(await generateMomentum(viewer)),
  }),
});

export const loader = generate.loader;
export const action = generate.action;
