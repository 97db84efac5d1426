import type { LoaderFunctionArgs } from "@remix-run/node";
import { publicKeyPem } from "~/services/ledger/signing-key.server";
import { etagResponse, unavailableResponse } from "~/utils/http/etag-response.server";
import { getContext } from "~/utils/http/load-context";

/** `/.well-known/ledger-key.pem`: the public key of the signatures in the ledger. */
export function loader({ request, context }: LoaderFunctionArgs) {
  try {
    return etagResponse(request, { body: publicKeyPem(), type: "application/x-pem-file" });
  } catch (error) {
    getContext(context).log.error({ err: error }, "the key that signs the ledger cannot be read");
    return unavailableResponse("The key cannot be read. Please try again later.");
  }
}
