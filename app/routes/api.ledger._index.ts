import { z } from "zod";
import { serializeLedgerEntry } from "~/presenters/ledger";
import { ledgerQuery } from "~/schemas/ledger";
import { ledgerEntryResponse } from "~/schemas/ledger-responses";
import { browseLedger } from "~/services/ledger/read-ledger.server";
import { endpoint, listResponse, pageOf, resource } from "~/utils/http/endpoint.server";

export const loader = resource("Recommendations", {
  GET: endpoint({
    id: "listLedger",
    summary: "List the entries of the ledger",
    description:
      "Every recommendation, every settled outcome and every key of the site, in the order in which they were added, oldest first. The entries are the leaves of a Merkle tree, whose heads the site signs.",
    response: z.array(ledgerEntryResponse),
    query: ledgerQuery,
    handle: async (call) =>
      listResponse(call, await browseLedger(pageOf(call)), serializeLedgerEntry),
  }),
});
export const action = loader;
