import { revisionResource } from "~/utils/http/text-endpoints.server";

export const loader = revisionResource("comment");
export const action = loader;
