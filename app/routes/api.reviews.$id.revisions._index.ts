import { revisionsResource } from "~/utils/http/revision-endpoints.server";

const revisions = revisionsResource("review");

export const loader = revisions.loader;
export const action = revisions.action;
