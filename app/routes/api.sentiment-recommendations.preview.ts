import { previewResource } from "~/utils/http/recommendation-endpoints.server";

export const loader = previewResource("sentiment");
export const action = loader;
