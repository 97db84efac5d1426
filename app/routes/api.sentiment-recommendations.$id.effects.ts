import { serializeEffects } from "~/presenters/effects";
import { effectsResponse } from "~/schemas/effects";
import { listQuery } from "~/schemas/pagination";
import { idParam } from "~/schemas/responses";
import { browseEffects } from "~/services/recommendations/effects.server";
import { JsonResult } from "~/utils/http/api-responses.server";
import { endpoint, linkToNext, pageOf, resource } from "~/utils/http/endpoint.server";

export const loader = resource("Recommendations", {
  GET: endpoint({
    id: "readEffects",
    summary: "Read whose texts moved a sentiment recommendation",
    description:
      "For each author whose texts changed the allocation, by how many percentage points: what it is, minus what it would have been without them. With the price of manipulation. The `Link` header leads to further effects.",
    params: idParam,
    query: listQuery,
    response: effectsResponse,
    errors: { notFound: "There is no such recommendation." },
    handle: async (call) => {
      const read = await browseEffects(call.params.id, pageOf(call));
      const { request, origin } = call;
      return new JsonResult(
        serializeEffects(read),
        linkToNext(request, origin, read?.next ?? null),
      );
    },
  }),
});
export const action = loader;
