import { z } from "zod";
import { serializeCase } from "~/presenters/moderation-queue";
import { queuedCaseResponse, queueListQuery } from "~/schemas/moderation-queue";
import { readQueue } from "~/services/moderation/queue.server";
import { endpoint, linkToNext, noStore, resource } from "~/utils/http/endpoint.server";

export const loader = resource("Moderation", {
  GET: endpoint({
    id: "listModerationQueue",
    summary: "List what waits for a decision",
    description: "For moderators. What was flagged most, by those whose flags were upheld, first.",
    response: z.array(queuedCaseResponse),
    query: queueListQuery,
    auth: "required",
    errors: { forbidden: "You are not a moderator." },
    handle: async ({ request, origin, viewer, query: { cursor, limit, ...filter } }) => {
      const page = { filter, limit, after: cursor ?? null };
      const { items, next } = await readQueue(viewer, page);
      return noStore(items.map(serializeCase), linkToNext(request, origin, next));
    },
  }),
});
export const action = loader;
