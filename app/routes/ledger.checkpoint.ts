import type { LoaderFunctionArgs } from "@remix-run/node";
import { readCheckpoint } from "~/services/ledger/checkpoint.server";
import { etagResponse, orUnavailable } from "~/utils/http/etag-response.server";

/** `/ledger/checkpoint`: the newest checkpoint of the ledger (C2SP tlog-tiles). */
export const loader = ({ request, context }: LoaderFunctionArgs) =>
  orUnavailable(context, "The checkpoint cannot be read.", async () => {
    const checkpoint = await readCheckpoint();
    if (!checkpoint) return new Response("There is no checkpoint yet.\n", { status: 404 });
    return etagResponse(request, { body: checkpoint.note, type: "text/plain; charset=utf-8" });
  });
