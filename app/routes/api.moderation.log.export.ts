import { serializeLogEntry } from "~/presenters/moderation-log";
import { logExportQuery } from "~/schemas/moderation-log";
import { logEntryLine } from "~/schemas/moderation-log-responses";
import { exportLog } from "~/services/moderation/log.server";
import { BinaryResponse, endpoint, resource } from "~/utils/http/endpoint.server";
import { streamResponse } from "~/utils/http/file-response.server";

const TYPE = "application/x-ndjson";

export const loader = resource("Moderation", {
  GET: endpoint({
    id: "exportModerationLog",
    summary: "Download the log of moderation",
    description:
      "JSON Lines, one entry a line, in the order in which they were added: each decision, appeal, outcome of an appeal, and undoing. Entries are never changed or removed, so who keeps a copy needs only those after its last one.",
    response: new BinaryResponse(TYPE, "The entries, one a line.", true, logEntryLine),
    query: logExportQuery,
    limits: ["logExports"],
    handle: async ({ request, client, query }) => {
      const entries = await exportLog(client.address, query.after ?? null);
      return streamResponse(request, linesOf(entries), {
        "Content-Type": `${TYPE}; charset=utf-8`,
        "Content-Disposition": 'attachment; filename="moderation-log.jsonl"',
        "Cache-Control": "no-store",
      });
    },
  }),
});

async function* linesOf(entries: Awaited<ReturnType<typeof exportLog>>) {
  for await (const entry of entries) yield `${JSON.stringify(serializeLogEntry(entry))}\n`;
}
export const action = loader;
