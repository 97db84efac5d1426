import { z } from "zod";
import { ledgerQuery } from "~/schemas/ledger";
import { ledgerEntryResponse } from "~/schemas/ledger-responses";
import { browseLedger } from "~/services/ledger/read-ledger.server";
import { serializeLedgerEntry } from "~/presenters/ledger";
import { endpoint, listResponse, resource } from "~/utils/http/endpoint.server";

const ledger = resource({
  GET: endpoint({
    id: "listLedger",
    tag: "Recommendations",
    summary: "List the entries of the ledger",
    description:
      "Every recommendation and every settled outcome, in the order in which they were added, oldest first. Each entry is signed and chained to the one before it.",
    response: z.array(ledgerEntryResponse),
    query: ledgerQuery,
    handle: async ({ request, origin, query: { limit, cursor } }) => {
      const { items, next } = await browseLedger({ limit, after: cursor });
      return listResponse(request, origin, items.map(serializeLedgerEntry), next);
    },
  }),
});

export const loader = ledger.loader;
export const action = ledger.action;
