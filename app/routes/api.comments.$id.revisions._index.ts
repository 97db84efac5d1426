import { revisionsResource } from "~/utils/http/text-endpoints.server";

export const loader = revisionsResource("comment");
export const action = loader;
