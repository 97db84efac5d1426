import { revisionsResource } from "~/utils/http/text-endpoints.server";

export const loader = revisionsResource("article");
export const action = loader;
