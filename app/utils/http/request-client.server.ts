import type { AppLoadContext } from "@remix-run/node";
import ipaddr from "ipaddr.js";
import { isbot } from "isbot";
import { getContext } from "./load-context";

/** Who is asking, as far as a request tells. */
export interface RequestClient {
  /** The address limits are counted by: an IPv6 one stands for its /64, which is one customer. */
  address: string;
  userAgent: string;
}

/** @returns who is asking */
export function getClient(request: Request, context: AppLoadContext | undefined): RequestClient {
  return {
    address: addressKey(getContext(context).clientAddress),
    userAgent: request.headers.get("User-Agent") ?? "",
  };
}

/** @returns the address that limits are counted by */
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

/** @returns whether a request shows a page to a person: no robot, and not only fetched ahead */
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
