import { revisionsResource } from "~/utils/http/text-endpoints.server";

export const loader = revisionsResource("review");
export const action = loader;
