import { revisionResource } from "~/utils/http/revision-endpoints.server";

const revision = revisionResource("article");

export const loader = revision.loader;
export const action = revision.action;
