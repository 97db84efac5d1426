import type { LoaderFunctionArgs } from "@remix-run/node";
import { ledgerKey } from "~/services/ledger/checkpoint.server";
import { witnessKey } from "~/services/ledger/witness.server";
import { formatVerifierKey } from "~/services/ledger/signed-note";
import { etagResponse, orUnavailable } from "~/utils/http/etag-response.server";

/** `/ledger/key`: the verifier keys of the ledger's checkpoints and, if the site is a witness, of its cosignatures. */
export const loader = ({ request, context }: LoaderFunctionArgs) =>
  orUnavailable(context, "The key cannot be read.", () =>
    etagResponse(request, {
      body: [ledgerKey(), witnessKey()]
        .flatMap((key) => (key ? [`${formatVerifierKey(key)}\n`] : []))
        .join(""),
      type: "text/plain; charset=utf-8",
    }),
  );
