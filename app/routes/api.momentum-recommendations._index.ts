import { recommendationsResource } from "~/utils/http/recommendation-endpoints.server";

export const loader = recommendationsResource("momentum");
export const action = loader;
