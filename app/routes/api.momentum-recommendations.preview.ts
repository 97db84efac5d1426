import { previewResource } from "~/utils/http/recommendation-endpoints.server";

export const loader = previewResource("momentum");
export const action = loader;
