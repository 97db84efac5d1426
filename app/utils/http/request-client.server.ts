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
export const isPageView = ({ method, headers }: Request): boolean =>
  isPageViewBy(method, (name) => headers.get(name));

/** As `isPageView`, for a request of any kind. @param header looks up a header by its lower-case name */
export function isPageViewBy(
  method: string,
  header: (name: string) => string | null | undefined,
): boolean {
  if (method !== "GET") return false;
  const purpose = header("sec-purpose") ?? header("purpose") ?? header("x-moz") ?? "";
  return !/prefetch|prerender|preview/i.test(purpose) && !isbot(header("user-agent"));
}
