import { z } from "zod";
import { serializeFullLedgerEntry, serializeLedgerEntry } from "~/presenters/ledger";
import { ledgerQuery, seqParam } from "~/schemas/ledger";
import { fullLedgerEntryResponse, ledgerEntryResponse } from "~/schemas/ledger-responses";
import { parsePathNumber } from "~/schemas/path-numbers";
import { browseLedger, exportLedger, readLedgerEntry } from "~/services/ledger/read-ledger.server";
import {
  BinaryResponse,
  endpoint,
  linkToNext,
  listResponse,
  pageOf,
  type Calls,
} from "~/utils/http/endpoint.server";
import { streamResponse } from "~/utils/http/file-response.server";

const TYPE = "application/x-ndjson";

export const ledgerCalls: Calls = {
  "GET /api/ledger/{seq}": endpoint({
    id: "readLedgerEntry",
    summary: "Read an entry of the ledger",
    description: "Includes the content exactly as it was hashed.",
    params: seqParam,
    response: fullLedgerEntryResponse,
    errors: { notFound: "There is no such entry." },
    handle: async ({ params }) =>
      serializeFullLedgerEntry(await readLedgerEntry(parsePathNumber(params.seq))),
  }),
  "GET /api/ledger": endpoint({
    id: "listLedger",
    summary: "List the entries of the ledger",
    description:
      "Every recommendation and every settled outcome, in the order in which they were added, oldest first. Each entry is signed and chained to the one before it.",
    response: z.array(ledgerEntryResponse),
    query: ledgerQuery,
    handle: async (call) =>
      listResponse(call, await browseLedger(pageOf(call)), serializeLedgerEntry),
  }),
  "GET /api/ledger/export": endpoint({
    id: "exportLedger",
    summary: "Download the ledger",
    description:
      "JSON Lines, one line for each entry, in order. Each line has `entry`, as returned by `GET /api/ledger/{seq}`, and `stored`: what is stored now of the recommendation that the entry is about, in the same form as its content, or null for an outcome and for a recommendation that no longer exists. The source code includes a script without dependencies, `scripts/verify.mjs`, that checks such a file.",
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
};
