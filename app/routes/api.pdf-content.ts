import { whitepaperResponse } from "~/schemas/responses";
import { readWhitepaper } from "~/services/whitepaper.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";

const content = resource({
  GET: endpoint({
    id: "readWhitepaper",
    tag: "Whitepaper",
    summary: "Read the whitepaper",
    response: whitepaperResponse,
    handle: async () => ({ content: (await readWhitepaper()).html }),
  }),
});

export const loader = content.loader;
export const action = content.action;
