import { proofQuery } from "~/schemas/ledger";
import { proofResponse } from "~/schemas/ledger-responses";
import { proveInLedger } from "~/services/ledger/read-ledger.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";

export const loader = resource("Recommendations", {
  GET: endpoint({
    id: "proveInLedger",
    summary: "Prove something about the ledger",
    description:
      "With `leaf` and `size`: that a tree has an entry. With `from` and `to`: that a larger tree begins with a smaller one, so that nothing in it has been changed.",
    query: proofQuery,
    response: proofResponse,
    errors: { notFound: "The ledger has fewer entries." },
    handle: ({ query: { leaf, size, from, to } }) =>
      proveInLedger(leaf === undefined ? { from: from!, size: to! } : { leaf, size: size! }),
  }),
});
export const action = loader;
