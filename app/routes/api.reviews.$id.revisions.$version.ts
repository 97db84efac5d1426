import { revisionResource } from "~/utils/http/text-endpoints.server";

export const loader = revisionResource("review");
export const action = loader;
