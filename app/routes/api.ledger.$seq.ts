import { serializeFullLedgerEntry } from "~/presenters/ledger";
import { seqParam } from "~/schemas/ledger";
import { fullLedgerEntryResponse } from "~/schemas/ledger-responses";
import { parsePathNumber } from "~/schemas/path-numbers";
import { readLedgerEntry } from "~/services/ledger/read-ledger.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";

export const loader = resource("Recommendations", {
  GET: endpoint({
    id: "readLedgerEntry",
    summary: "Read an entry of the ledger",
    description: "Includes the content exactly as it was hashed.",
    params: seqParam,
    response: fullLedgerEntryResponse,
    errors: { notFound: "There is no such entry." },
    handle: async ({ params }) =>
      serializeFullLedgerEntry(await readLedgerEntry(parsePathNumber(params.seq))),
  }),
});
export const action = loader;
