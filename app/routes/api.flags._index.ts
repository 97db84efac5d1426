import { z } from "zod";
import { serializeFlag } from "~/presenters/flags";
import { flagBody, flagResponse } from "~/schemas/flags";
import { listQuery } from "~/schemas/pagination";
import { listOwnFlags, raiseFlag } from "~/services/moderation/flags.server";
import { endpoint, linkToNext, noStore, resource } from "~/utils/http/endpoint.server";

export const loader = resource("Moderation", {
  GET: endpoint({
    id: "listFlags",
    summary: "List what you have flagged",
    description: "Newest first, with what became of it.",
    response: z.array(flagResponse),
    query: listQuery,
    auth: "required",
    handle: async ({ request, origin, viewer, query: { cursor, ...list } }) => {
      const { items, next } = await listOwnFlags(viewer, { ...list, after: cursor });
      return noStore(items.map(serializeFlag), linkToNext(request, origin, next));
    },
  }),
  POST: endpoint({
    id: "flag",
    summary: "Flag a text or a person",
    description:
      "Tells the moderators what is wrong with it. Nothing changes until a moderator has decided. Flagged again with another reason or other words, your flag is changed.",
    body: flagBody,
    response: flagResponse,
    status: 201,
    errors: {
      forbidden:
        "Your address is not confirmed, your account is new, limited or suspended, or you wrote it.",
      notFound: "There is no such text or person, or it is hidden.",
      conflict:
        "You have flagged it for this reason already, or a moderator has decided about your flag.",
    },
    limits: ["flags"],
    auth: "required",
    handle: async ({ viewer, body }) => serializeFlag(await raiseFlag(viewer, body)),
  }),
});
export const action = loader;
