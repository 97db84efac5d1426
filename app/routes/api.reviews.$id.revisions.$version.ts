import { revisionResource } from "~/utils/http/revision-endpoints.server";

const revision = revisionResource("review");

export const loader = revision.loader;
export const action = revision.action;
