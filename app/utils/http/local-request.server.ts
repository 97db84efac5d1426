import { environment, isLoopback } from "~/config/env.server";
import { getContext } from "./load-context";
import type { AppLoadContext } from "@remix-run/node";

/**
 * Whether a request comes from the machine that the site runs on, and was not passed on by a proxy that runs
 * there too. The name it was asked by is looked at as well, since the name of another site may lead here.
 */
export function isLocalRequest(request: Request, context: AppLoadContext | undefined): boolean {
  const { APP_ORIGIN } = environment();
  const names = [request.url, ...(APP_ORIGIN ? [APP_ORIGIN] : [])].map((url) => hostOf(url));
  const { clientAddress, isForwarded } = getContext(context);
  return isForwarded === false && isLoopback(clientAddress) && names.every(isLoopback);
}

const hostOf = (url: string) => new URL(url).hostname.replace(/^\[|\]$/g, "");
