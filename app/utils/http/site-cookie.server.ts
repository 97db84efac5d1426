import { createCookie, type Cookie, type CookieOptions } from "@remix-run/node";
import { environment } from "~/config/env.server";

/** The site also runs on http://localhost, where browsers take no cookie with the prefix. */
const isSecure = () => environment().APP_ORIGIN?.startsWith("https:") ?? false;

/**
 * @returns the name that browsers know a cookie of the site by. On https it has the prefix that binds the
 *   cookie to this very host: no subdomain and no http page can set it.
 */
export const cookieName = (name: string): string => (isSecure() ? `__Host-${name}` : name);

/** @returns a cookie of the whole site, which is `Secure` on https */
export const siteCookie = (
  name: string,
  options: Pick<CookieOptions, "httpOnly" | "maxAge"> = {},
): Cookie =>
  createCookie(cookieName(name), {
    ...{ path: "/", sameSite: "lax", secure: isSecure() },
    ...options,
  });
