import { environment, isLoopback } from "~/config/env.server";
import { getContext } from "./load-context";
import type { AppLoadContext } from "@remix-run/node";

/**
 * Whether a request comes from the machine that the site runs on, and was not forwarded by a proxy on that machine.
 * The host name must be loopback as well, because any domain name may resolve to a loopback address.
 */
export function isLocalRequest(request: Request, context: AppLoadContext | undefined): boolean {
  const { APP_ORIGIN } = environment();
  const names = [request.url, ...(APP_ORIGIN ? [APP_ORIGIN] : [])].map((url) => hostOf(url));
  const { clientAddress, isForwarded } = getContext(context);
  return isForwarded === false && isLoopback(clientAddress) && names.every(isLoopback);
}

const hostOf = (url: string) => new URL(url).hostname.replace(/^\[|\]$/g, "");
