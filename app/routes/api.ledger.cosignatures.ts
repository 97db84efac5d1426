import { cosignatureInput } from "~/schemas/ledger";
import { acceptCosignature } from "~/services/ledger/cosignatures.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";

export const loader = resource("Recommendations", {
  POST: endpoint({
    id: "addCosignature",
    summary: "Add a witness’s cosignature",
    description:
      "For witnesses that the operator has named and that cosign by themselves. A site also asks its witnesses, as C2SP tlog-witness says.",
    body: cosignatureInput,
    errors: {
      notFound: "There is no checkpoint yet.",
      conflict: "The checkpoint is not the newest one.",
      forbidden: "The signature is invalid, or not by a witness that the operator has named.",
    },
    handle: ({ body }) => acceptCosignature(body),
  }),
});
export const action = loader;
