import type { AppLoadContext } from "@remix-run/node";
import ipaddr from "ipaddr.js";
import { isbot } from "isbot";
import { getContext } from "./load-context";
import { getOrigin } from "./origin.server";

/** What a request reveals about its client. */
export interface RequestClient {
  /** The rate limit key: the IP address, with IPv6 reduced to its /64 prefix (one connection). */
  address: string;
  /** The /48 prefix of an IPv6 address (one customer at most); `null` for others. */
  network: string | null;
  userAgent: string;
  /** The site's own origin, for absolute links, such as those in mails. */
  origin: string;
}

export function getClient(request: Request, context: AppLoadContext | undefined): RequestClient {
  const { clientAddress } = getContext(context);
  return {
    address: addressKey(clientAddress),
    network: networkKey(clientAddress),
    userAgent: request.headers.get("User-Agent") ?? "",
    origin: getOrigin(request),
  };
}

export function addressKey(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? prefixOf(parsed, 64) : parsed.toString();
}

/** @returns the rate limit key of the network of an IPv6 address, `null` for any other address */
export function networkKey(address: string): string | null {
  const parsed = ipaddr.isValid(address) ? ipaddr.process(address) : null;
  return parsed instanceof ipaddr.IPv6 ? prefixOf(parsed, 48) : null;
}

function prefixOf({ parts }: ipaddr.IPv6, bits: 48 | 64): string {
  const kept = parts.slice(0, bits / 16).map((part) => part.toString(16));
  return `${kept.join(":")}::/${bits}`;
}

/** @returns whether a request is a page view by a person, rather than by a bot, a prefetch, or an image or frame */
export const isPageView = ({ method, headers }: Request): boolean =>
  isPageViewBy(method, (name) => headers.get(name));

/** Like `isPageView`, for any type of request object. @param header looks up a header by its lower-case name */
export function isPageViewBy(
  method: string,
  header: (name: string) => string | null | undefined,
): boolean {
  if (method !== "GET") return false;
  // Older browsers send no `Sec-Fetch-Dest`. A fetch by our own scripts loads the data of a page to show it.
  const destination = header("sec-fetch-dest") ?? "document";
  const isOwnFetch = destination === "empty" && header("sec-fetch-site") === "same-origin";
  if (destination !== "document" && !isOwnFetch) return false;
  const purpose = header("sec-purpose") ?? header("purpose") ?? header("x-moz") ?? "";
  return !/prefetch|prerender|preview/i.test(purpose) && !isbot(header("user-agent"));
}
