import { seqParam } from "~/schemas/ledger";
import { fullLedgerEntryResponse } from "~/schemas/ledger-responses";
import { parsePathNumber } from "~/schemas/path-numbers";
import { readLedgerEntry } from "~/services/ledger/read-ledger.server";
import { serializeFullLedgerEntry } from "~/presenters/ledger";
import { endpoint, resource } from "~/utils/http/endpoint.server";

const entry = resource({
  GET: endpoint({
    id: "readLedgerEntry",
    tag: "Recommendations",
    summary: "Read an entry of the ledger",
    description: "Includes the content exactly as it was hashed.",
    params: seqParam,
    response: fullLedgerEntryResponse,
    errors: { notFound: "There is no such entry." },
    handle: async ({ params }) =>
      serializeFullLedgerEntry(await readLedgerEntry(parsePathNumber(params.seq))),
  }),
});

export const loader = entry.loader;
export const action = entry.action;
