import { z } from "zod";
import { serializeBlocked } from "~/presenters/blocks";
import { blockedResponse } from "~/schemas/blocks";
import { withCommas } from "~/schemas/fields";
import { listBlocked, MAX_BLOCKS } from "~/services/blocks/blocks.server";
import { endpoint, noStore, resource } from "~/utils/http/endpoint.server";

export const loader = resource("People", {
  GET: endpoint({
    id: "listBlocked",
    summary: "List the people you have blocked",
    description: `By name, at most ${withCommas(MAX_BLOCKS)}.`,
    response: z.array(blockedResponse),
    auth: "required",
    handle: async ({ viewer }) => noStore((await listBlocked(viewer)).map(serializeBlocked)),
  }),
});
export const action = loader;
