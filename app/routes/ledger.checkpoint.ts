import type { LoaderFunctionArgs } from "@remix-run/node";
import { noteWithCosignatures, readCheckpoint } from "~/services/ledger/checkpoint.server";
import { etagResponse, orUnavailable } from "~/utils/http/etag-response.server";
import { plainText } from "~/utils/http/plain-text.server";

/** `/ledger/checkpoint`: the newest checkpoint of the ledger (C2SP tlog-tiles). */
export const loader = ({ request, context }: LoaderFunctionArgs) =>
  orUnavailable(context, "The checkpoint cannot be read.", async () => {
    const checkpoint = await readCheckpoint();
    if (!checkpoint) return plainText(404, "There is no checkpoint yet.");
    return etagResponse(request, {
      body: noteWithCosignatures(checkpoint),
      type: "text/plain; charset=utf-8",
    });
  });
