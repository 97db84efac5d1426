import { recommendationsResource } from "~/utils/http/recommendation-endpoints.server";

const { loader, action } = recommendationsResource("sentiment");

export { loader, action };
