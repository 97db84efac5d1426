import { recommendationsResource } from "~/utils/http/recommendation-endpoints.server";

const recommendations = recommendationsResource("sentiment");

export const loader = recommendations.loader;
export const action = recommendations.action;
