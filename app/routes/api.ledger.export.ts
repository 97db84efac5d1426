import { exportLine, formatExportCursor, ledgerExportQuery } from "~/schemas/ledger-export";
import { exportLedger } from "~/services/ledger-export/export-ledger.server";
import { BinaryResponse, endpoint, linkToNext, resource } from "~/utils/http/endpoint.server";
import { streamResponse } from "~/utils/http/file-response.server";

const TYPE = "application/x-ndjson";

export const loader = resource("Recommendations", {
  GET: endpoint({
    id: "exportLedger",
    summary: "Download the ledger with all that is recomputed from it",
    description:
      "JSON Lines in pages, each line with its `type`: every entry of the ledger; every recommendation that the site shows, with the mentions of sentiment under pseudonyms; the weeks of both track records with their closes; and the checkpoints. All pages have the ledger as it was when the first one was read. The source code includes a script without dependencies, `scripts/verify.mjs`, that checks such a file.",
    response: new BinaryResponse(TYPE, "A page of the file, one object a line.", true, exportLine),
    query: ledgerExportQuery,
    limits: ["ledgerExports"],
    handle: async ({ request, origin, client, query }) => {
      const { lines, next } = await exportLedger(client.address, query);
      return streamResponse(request, lines, {
        "Content-Type": `${TYPE}; charset=utf-8`,
        "Content-Disposition": 'attachment; filename="ledger.jsonl"',
        "Cache-Control": "no-store",
        ...linkToNext(request, origin, next && formatExportCursor(next)),
      });
    },
  }),
});
export const action = loader;
