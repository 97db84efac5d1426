import { readNoticesInput, unreadResponse } from "~/schemas/notices";
import { markRead } from "~/services/notices/notices.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";

export const loader = resource("Notices", {
  POST: endpoint({
    id: "markNoticesRead",
    summary: "Mark your notices as read",
    description: "Marks all notices to which nothing was added after a time.",
    body: readNoticesInput,
    response: unreadResponse,
    auth: "required",
    handle: async ({ viewer, body }) => ({ unread: await markRead(viewer, body.until) }),
  }),
});
export const action = loader;
