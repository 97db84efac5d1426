import { recommendationsResource } from "~/utils/http/recommendation-endpoints.server";

export const loader = recommendationsResource("sentiment");
export const action = loader;
