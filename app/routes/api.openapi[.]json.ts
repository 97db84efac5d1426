import { documentResource } from "./api-docs/api.server";

export const loader = documentResource;
export const action = loader;
