import type { LoaderFunctionArgs } from "@remix-run/node";
import { parseTileAddress, readTile } from "~/services/ledger/tiles.server";
import { orUnavailable } from "~/utils/http/etag-response.server";
import { orRefused, plainText } from "~/utils/http/plain-text.server";
import { getClient } from "~/utils/http/request-client.server";

/** A tile never changes. */
const HEADERS = {
  "Content-Type": "application/octet-stream",
  "Cache-Control": "public, max-age=31536000, immutable",
};

/** `/ledger/tile/…`: hashes and entries of the ledger's tree, addressed as C2SP tlog-tiles says. */
export const loader = ({ request, params, context }: LoaderFunctionArgs) =>
  orUnavailable(context, "The tile cannot be read.", () =>
    orRefused(async () => {
      const tile = parseTileAddress(params["*"] ?? "");
      const bytes = tile && (await readTile(tile, getClient(request, context).address));
      if (!bytes) return plainText(404, "There is no such tile.");
      const body = request.method === "HEAD" ? null : new Uint8Array(bytes);
      return new Response(body, { headers: HEADERS });
    }),
  );
