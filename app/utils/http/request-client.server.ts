import type { AppLoadContext } from "@remix-run/node";
import ipaddr from "ipaddr.js";
import { isbot } from "isbot";
import { getContext } from "./load-context";

/** What a request reveals about its client. */
export interface RequestClient {
  /** The rate limit key: the IP address, with IPv6 reduced to its /64 prefix (one customer). */
  address: string;
  userAgent: string;
}

export function getClient(request: Request, context: AppLoadContext | undefined): RequestClient {
  return {
    address: addressKey(getContext(context).clientAddress),
    userAgent: request.headers.get("User-Agent") ?? "",
  };
}

/** @returns the rate limit key of an IP address */
export function addressKey(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6
    ? `${parsed.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(":")}::/64`
    : parsed.toString();
}

/** @returns whether a person views the page: no bot and no prefetch */
export function isPageView(request: Request): boolean {
  const purpose =
    request.headers.get("Sec-Purpose") ??
    request.headers.get("Purpose") ??
    request.headers.get("X-Moz") ??
    "";
  return (
    request.method === "GET" &&
    !/prefetch|prerender|preview/i.test(purpose) &&
    !isbot(request.headers.get("User-Agent"))
  );
}
