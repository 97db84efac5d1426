import { z } from "zod";
import { serializeNotice } from "~/presenters/notices";
import { noticeResponse, noticesQuery } from "~/schemas/notices";
import { readNotices } from "~/services/notices/notices.server";
import { endpoint, listResponse, pageOf, resource } from "~/utils/http/endpoint.server";

export const loader = resource("Notices", {
  GET: endpoint({
    id: "listNotices",
    summary: "List your notices",
    description:
      "What has happened to your texts and to what you follow, the newest first. Reading the list marks nothing as read.",
    query: noticesQuery,
    response: z.array(noticeResponse),
    auth: "required",
    handle: async (call) => {
      const list = { ...pageOf(call), isUnread: call.query.unread === "true" };
      return listResponse(call, await readNotices(call.viewer, list), serializeNotice);
    },
  }),
});
export const action = loader;
