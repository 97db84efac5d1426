import type { LoaderFunctionArgs } from "@remix-run/node";
import { findLogo } from "~/services/site-settings/logo.server";

/** A picture that administrators have put into the header. */
export async function loader({ params: { hash = "" } }: LoaderFunctionArgs) {
  const logo = /^[0-9a-f]{32}$/.test(hash) ? await findLogo(hash) : null;
  if (!logo) throw new Response(null, { status: 404 });
  return new Response(new Uint8Array(logo.bytes), {
    headers: {
      "Content-Type": logo.type,
      "Content-Length": String(logo.bytes.length),
      "Content-Disposition": "inline",
      "Cache-Control": "public, max-age=31536000, immutable",
    },
  });
}
