import { serializeCheckpoint } from "~/presenters/ledger";
import { checkpointResponse } from "~/schemas/ledger-responses";
import { readSignedHead } from "~/services/ledger/read-ledger.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";

export const loader = resource("Recommendations", {
  GET: endpoint({
    id: "readCheckpoint",
    summary: "Read the newest checkpoint of the ledger",
    description:
      "The size and the root of the ledger’s tree, signed by the site, with the signatures of witnesses and the timestamp of an authority, if there are any.",
    response: checkpointResponse,
    errors: { notFound: "There is no checkpoint yet." },
    handle: async () => serializeCheckpoint(await readSignedHead()),
  }),
});
export const action = loader;
