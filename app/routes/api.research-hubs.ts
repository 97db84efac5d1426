import { researchHubs } from "~/services/hubs.server";
import { endpoint, resource } from "~/utils/api.server";

const hubs = resource({ GET: endpoint({ handle: () => researchHubs() }) });

export const loader = hubs.loader;
export const action = hubs.action;
