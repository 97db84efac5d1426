import { ledgerQuery } from "~/schemas/ledger";
import { exportLedger } from "~/services/ledger/read-ledger.server";
import { BinaryResponse, endpoint, linkToNext, resource } from "~/utils/http/endpoint.server";
import { streamResponse } from "~/utils/http/file-response.server";

const TYPE = "application/x-ndjson";

const { loader, action } = resource("Recommendations", {
  GET: endpoint({
    id: "exportLedger",
    summary: "Download the ledger",
    description:
      "JSON Lines, one line for each entry, in order. Each line has `entry`, as returned by `GET /api/ledger/{seq}`, and `stored`: what is stored now of the recommendation that the entry is about, in the same form as its content, or null for other entries and for a recommendation that no longer exists. The source code includes a script without dependencies, `scripts/verify.mjs`, that checks such a file.",
    response: new BinaryResponse(TYPE, "The file, one entry per line.", true),
    query: ledgerQuery,
    limits: ["ledgerExports"],
    handle: async ({ request, origin, client, query: { limit, cursor } }) => {
      const { lines, next } = await exportLedger(client.address, { limit, after: cursor });
      return streamResponse(request, lines, {
        "Content-Type": `${TYPE}; charset=utf-8`,
        "Content-Disposition": `attachment; filename="ledger-${cursor + 1}.jsonl"`,
        "Cache-Control": "no-store",
        ...linkToNext(request, origin, next),
      });
    },
  }),
});

export { loader, action };
