import { createCookie, type Cookie, type CookieOptions } from "@remix-run/node";
import { environment } from "~/config/env.server";

/** Whether the site is on https. On http, such as http://localhost, browsers reject cookies with the prefix. */
const isSecure = () => environment().APP_ORIGIN?.startsWith("https:") ?? false;

/**
 * @returns the full name of a cookie of the site. On https it has the `__Host-` prefix, which binds the cookie to
 *   this host: no subdomain and no http page can set it.
 */
export const cookieName = (name: string): string => (isSecure() ? `__Host-${name}` : name);

/** @returns a cookie of the whole site, which is `Secure` on https */
export const siteCookie = (
  name: string,
  options: Pick<CookieOptions, "httpOnly" | "maxAge"> = {},
): Cookie =>
  createCookie(cookieName(name), { path: "/", sameSite: "lax", secure: isSecure(), ...options });
