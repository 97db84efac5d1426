import { revisionResource } from "~/utils/http/text-endpoints.server";

export const loader = revisionResource("article");
export const action = loader;
