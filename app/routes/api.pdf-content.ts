import { whitepaperResponse } from "~/schemas/responses";
import { readWhitepaper } from "~/services/whitepaper.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";

export const loader = resource("Whitepaper", {
  GET: endpoint({
    id: "readWhitepaper",
    summary: "Read the whitepaper",
    response: whitepaperResponse,
    handle: async () => ({ content: (await readWhitepaper()).html }),
  }),
});
export const action = loader;
