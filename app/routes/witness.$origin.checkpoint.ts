import type { LoaderFunctionArgs } from "@remix-run/node";
import { readWitnessed } from "~/services/ledger/witness.server";
import { etagResponse, orUnavailable } from "~/utils/http/etag-response.server";
import { plainText } from "~/utils/http/plain-text.server";

/** The newest checkpoint that the site has cosigned of a log, which the SHA-256 of its origin names (C2SP tlog-witness). */
export const loader = ({ request, params, context }: LoaderFunctionArgs) =>
  orUnavailable(context, "The checkpoint cannot be read.", async () => {
    const note = await readWitnessed(params.origin ?? "");
    if (note === null) return plainText(404, "There is no such checkpoint.");
    return etagResponse(request, { body: note, type: "text/plain; charset=utf-8" });
  });
