import { readWhitepaper } from "~/services/whitepaper.server";
import { endpoint, resource } from "~/utils/api.server";

const content = resource({
  GET: endpoint({ handle: async () => ({ content: (await readWhitepaper()).html }) }),
});

export const loader = content.loader;
export const action = content.action;
