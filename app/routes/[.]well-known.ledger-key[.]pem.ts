import type { LoaderFunctionArgs } from "@remix-run/node";
import { publicKeyPem } from "~/services/ledger/signing-key.server";
import { etagResponse, orUnavailable } from "~/utils/http/etag-response.server";

/** `/.well-known/ledger-key.pem`: the public key of the signatures in the ledger. */
export const loader = ({ request, context }: LoaderFunctionArgs) =>
  orUnavailable(context, "The key cannot be read.", () =>
    etagResponse(request, { body: publicKeyPem(), type: "application/x-pem-file" }),
  );
