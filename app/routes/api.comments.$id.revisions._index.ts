import { revisionsResource } from "~/utils/http/revision-endpoints.server";

const revisions = revisionsResource("comment");

export const loader = revisions.loader;
export const action = revisions.action;
