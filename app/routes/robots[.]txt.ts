import type { LoaderFunctionArgs } from "@remix-run/node";
import { etagResponse } from "~/utils/http/etag-response.server";
import { getOrigin } from "~/utils/http/origin.server";

/** What is somebody's own, does something, or has no end. */
const CLOSED = [
  ...["/dashboard", "/login", "/signup", "/logout", "/session/", "/theme", "/stay-tuned"],
  // Any words can be searched for.
  ...["/search", "/*?*q="],
  // The same articles and reviews in other orders and portions: all of them are in the sitemap.
  ...["/*?*sort=", "/*?*after=", "/*?*before=", "/*?*comment=", "/*?*comments=", "/*?*review=new"],
  "/api/",
];
/** In spite of the above. */
const OPEN = ["/api/whitepaper.pdf", "/api/openapi.json"];

/** What crawlers may look at. */
export function loader({ request }: LoaderFunctionArgs) {
  const body = [
    "User-agent: *",
    ...OPEN.map((path) => `Allow: ${path}`),
    ...CLOSED.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${getOrigin(request)}/sitemap.xml`,
    "",
  ].join("\n");
  return etagResponse(request, { body, type: "text/plain; charset=utf-8" });
}
