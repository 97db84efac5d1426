import { z } from "zod";
import { serializeSaved } from "~/presenters/saved";
import { savedListQuery, savedResponse } from "~/schemas/saved";
import { browseSaved } from "~/services/saved/saved.server";
import { endpoint, linkToNext, noStore, resource } from "~/utils/http/endpoint.server";

export const loader = resource("Saved", {
  GET: endpoint({
    id: "listSaved",
    summary: "List what you have saved",
    description: "Last saved first, with your notes.",
    response: z.array(savedResponse),
    query: savedListQuery,
    auth: "required",
    handle: async ({ request, origin, viewer, query: { cursor, ...list } }) => {
      const { items, next } = await browseSaved(viewer, { ...list, after: cursor });
      return noStore(items.map(serializeSaved), linkToNext(request, origin, next));
    },
  }),
});
export const action = loader;
