import { documentRoute } from "./api-docs/api.server";

export const loader = documentRoute.loader;
export const action = documentRoute.action;
