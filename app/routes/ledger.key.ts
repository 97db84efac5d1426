import type { LoaderFunctionArgs } from "@remix-run/node";
import { ledgerKey } from "~/services/ledger/checkpoint.server";
import { formatVerifierKey } from "~/services/ledger/signed-note";
import { etagResponse, orUnavailable } from "~/utils/http/etag-response.server";

/** `/ledger/key`: the verifier key of the ledger's checkpoints. */
export const loader = ({ request, context }: LoaderFunctionArgs) =>
  orUnavailable(context, "The key cannot be read.", () =>
    etagResponse(request, {
      body: `${formatVerifierKey(ledgerKey())}\n`,
      type: "text/plain; charset=utf-8",
    }),
  );
