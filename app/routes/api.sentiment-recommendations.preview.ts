import { previewResource } from "~/utils/http/recommendation-endpoints.server";

const preview = previewResource("sentiment");

export const loader = preview.loader;
export const action = preview.action;
