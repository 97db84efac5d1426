import { revisionResource } from "~/utils/http/revision-endpoints.server";

const revision = revisionResource("comment");

export const loader = revision.loader;
export const action = revision.action;
