import { recommendationsResource } from "~/utils/http/recommendation-endpoints.server";

const recommendations = recommendationsResource("momentum");

export const loader = recommendations.loader;
export const action = recommendations.action;
