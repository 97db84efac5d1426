import { recommendationsResource } from "~/utils/http/recommendation-endpoints.server";

const { loader, action } = recommendationsResource("momentum");

export { loader, action };
