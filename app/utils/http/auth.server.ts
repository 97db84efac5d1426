import { createCookie } from "@remix-run/node";
import { secondsInDay } from "date-fns/constants";
import { environment } from "~/config/env.server";
import type { Viewer } from "~/domain/viewer";
import { authenticate, type Authenticated } from "~/services/accounts/accounts.server";
import { isDatabaseUnavailable } from "~/services/availability.server";

/**
 * The cookie outlives the session, whose row alone says how long it lasts; so sliding a session sets no
 * cookie. 400 days is the most that browsers grant.
 */
const COOKIE_SECONDS = 400 * secondsInDay;

/** `__Host-` would tie the cookie to https and this host; http on loopback has to do without. */
const isSecure = () => environment().APP_ORIGIN?.startsWith("https:") ?? false;

const cookie = () =>
  createCookie("session", { httpOnly: true, sameSite: "lax", path: "/", secure: isSecure() });

/** @returns the `Set-Cookie` that gives a browser its session */
export const sessionCookie = (secret: string) =>
  cookie().serialize(secret, { maxAge: COOKIE_SECONDS });

/** @returns the `Set-Cookie` that takes it away */
export const expiredSessionCookie = () => cookie().serialize("", { maxAge: 0 });

/** @returns who the browser's cookie signs in, or `null` */
export async function browserSession(request: Request): Promise<Authenticated | null> {
  const secret: unknown = await cookie().parse(request.headers.get("Cookie"));
  return typeof secret === "string" && secret ? authenticate(secret, "browser") : null;
}

/** @returns who is signed in on a page, or `null` */
export async function getViewer(request: Request): Promise<Viewer | null> {
  return (await browserSession(request))?.viewer ?? null;
}

/**
 * Who is signed in on a page that stands whether or not that can be found out.
 *
 * @returns the viewer, and whether nobody can tell who has the session of the browser's cookie
 */
export async function lookUpViewer(
  request: Request,
): Promise<{ viewer: Viewer | null; isViewerUnknown: boolean }> {
  try {
    return { viewer: await getViewer(request), isViewerUnknown: false };
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    return { viewer: null, isViewerUnknown: true };
  }
}

/** @returns who a call's bearer token signs in, or `null` when there is none or it is worth nothing */
export async function bearerSession(request: Request): Promise<Authenticated | null> {
  const [, token] =
    /^Bearer +([\w-]{20,100})$/i.exec(request.headers.get("Authorization") ?? "") ?? [];
  return token ? authenticate(token, "token") : null;
}
