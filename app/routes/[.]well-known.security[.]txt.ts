import type { LoaderFunctionArgs } from "@remix-run/node";
import { UTCDate } from "@date-fns/utc";
import { addDays } from "date-fns/addDays";
import { startOfMonth } from "date-fns/startOfMonth";
import { environment } from "~/config/env.server";
import { etagResponse } from "~/utils/http/etag-response.server";
import { getOrigin } from "~/utils/http/origin.server";

/** RFC 9116 asks for less than a year. */
const VALID_DAYS = 180;

/** `/.well-known/security.txt`, RFC 9116: where to report a vulnerability, if the operator says where. */
export function loader({ request }: LoaderFunctionArgs) {
  const { SECURITY_CONTACT, APP_ORIGIN } = environment();
  if (!SECURITY_CONTACT) {
    const headers = { "Content-Type": "text/plain; charset=utf-8" };
    return new Response("Not found\n", { status: 404, headers });
  }
  // The date changes once a month, so that the ETag stays the same in between.
  const expires = addDays(startOfMonth(new UTCDate()), VALID_DAYS);
  const body = [
    `Contact: ${SECURITY_CONTACT}`,
    `Expires: ${expires.toISOString()}`,
    "Preferred-Languages: en",
    ...(APP_ORIGIN ? [`Canonical: ${getOrigin(request)}/.well-known/security.txt`] : []),
    "",
  ].join("\n");
  return etagResponse(request, { body, type: "text/plain; charset=utf-8" });
}
