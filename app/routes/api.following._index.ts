import { z } from "zod";
import { serializeFollowed } from "~/presenters/following";
import { followedQuery, followedResponse, FOLLOWING_DESCRIPTION } from "~/schemas/following";
import { readFollowed } from "~/services/following/followed-list.server";
import { endpoint, listResponse, pageOf, resource } from "~/utils/http/endpoint.server";

export const loader = resource("Following", {
  GET: endpoint({
    id: "listFollowing",
    summary: "List what you follow",
    description: `The last followed first. ${FOLLOWING_DESCRIPTION}`,
    response: z.array(followedResponse),
    query: followedQuery,
    auth: "required",
    handle: async (call) => {
      const page = await readFollowed(call.viewer, { ...pageOf(call), kind: call.query.kind });
      return listResponse(call, page, serializeFollowed);
    },
  }),
});
export const action = loader;
