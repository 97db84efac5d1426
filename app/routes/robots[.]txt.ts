import type { LoaderFunctionArgs } from "@remix-run/node";
import { etagResponse } from "~/utils/http/etag-response.server";
import { getOrigin } from "~/utils/http/origin.server";

/** Personal pages, actions, and pages without limit in number. */
const DISALLOWED = [
  ...["/dashboard", "/login", "/signup", "/logout", "/session/", "/theme", "/stay-tuned"],
  ...["/settings", "/admin", "/flag/", "/flags"],
  ...["/search", "/*?*q="],
  // Other orders and pages of content that the sitemap lists in full.
  ...["/*?*sort=", "/*?*after=", "/*?*before=", "/*?*comment=", "/*?*comments=", "/*?*review=new"],
  ...["/*?*order=", "/*?*thread=", "/*?*reply="],
  "/api/",
];
const ALLOWED = ["/api/whitepaper.pdf", "/api/openapi.json"];

export function loader({ request }: LoaderFunctionArgs) {
  const body = [
    "User-agent: *",
    ...ALLOWED.map((path) => `Allow: ${path}`),
    ...DISALLOWED.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${getOrigin(request)}/sitemap.xml`,
    "",
  ].join("\n");
  return etagResponse(request, { body, type: "text/plain; charset=utf-8" });
}
