import { redirect, type AppLoadContext, type LoaderFunctionArgs } from "@remix-run/node";
import { secondsInDay } from "date-fns/constants";
import type { Viewer } from "~/domain/viewer";
import { accountTag } from "~/config/page-tags";
import { authenticate, hashSecret, type Authenticated } from "~/services/accounts/accounts.server";
import { cachedRead } from "~/services/cache/cached-reads.server";
import { isDatabaseUnavailable } from "~/services/database-availability.server";
import { orErrorResponse } from "./error-responses.server";
import { readOncePerRequest } from "./request-cache.server";
import { siteCookie } from "./site-cookie.server";

/**
 * The cookie outlives the session, whose expiry is stored in the database, so extending a session
 * does not set a cookie. 400 days is the browsers' maximum.
 */
const COOKIE_SECONDS = 400 * secondsInDay;

type LoaderContext = Pick<LoaderFunctionArgs, "request" | "context">;

/** The name of the session cookie, without the prefix that `cookieName` adds. */
export const SESSION_COOKIE = "session";

const cookie = () => siteCookie(SESSION_COOKIE, { httpOnly: true });

export const sessionCookie = (secret: string) =>
  cookie().serialize(secret, { maxAge: COOKIE_SECONDS });

export const expiredSessionCookie = () => cookie().serialize("", { maxAge: 0 });

/**
 * The `Clear-Site-Data` header that clears the pages that the browser has cached: they show who was signed in, and
 * going back would display them. The colour scheme stays, and the script removes its token itself.
 */
export const CLEAR_CACHE = '"cache"';

/** @returns the session of the request's cookie, or `null` */
export async function browserSession(request: Request): Promise<Authenticated | null> {
  const secret: unknown = await cookie().parse(request.headers.get("Cookie"));
  if (typeof secret !== "string" || !secret) return null;
  const isRead = request.method === "GET" || request.method === "HEAD";
  return isRead ? readSession(secret) : authenticate(secret, "browser");
}

/** Like `authenticate`, for requests that only read: cached until the account changes or the session ends. */
async function readSession(secret: string): Promise<Authenticated | null> {
  const read = () => authenticate(secret, "browser");
  const found = await cachedRead<Authenticated | null>(
    ({ viewer }) => [accountTag(viewer.id)],
    ["signed in", hashSecret(secret)],
    read,
  );
  if (!found) return null;
  const ends = [found.session.checkAgainAt, found.viewer.suspension?.until];
  return ends.some((end) => end && end <= new Date()) ? read() : found;
}

/** Like `browserSession`, looked up once for all loaders of a request. */
export const sessionOfPage = (args: LoaderContext): Promise<Authenticated | null> =>
  readOncePerRequest(args, "session", () => browserSession(args.request));

/** @returns the signed-in user of a page, or `null`; looked up once for all loaders of a request */
export const viewerOfPage = async (args: LoaderContext): Promise<Viewer | null> =>
  (await sessionOfPage(args))?.viewer ?? null;

/**
 * Returns the signed-in user, for a page that requires signing in.
 *
 * @param returnTo where to go after signing in; by default the page itself
 * @throws Response a redirect to the sign-in page
 */
export async function requireViewer(args: LoaderContext, returnTo?: string): Promise<Viewer> {
  const viewer = await orErrorResponse(viewerOfPage(args));
  if (viewer) return viewer;
  const { pathname, search } = new URL(args.request.url);
  const path = encodeURIComponent(returnTo ?? pathname + search).replaceAll("%2F", "/");
  throw redirect(`/login?redirectTo=${path}`);
}

const formPosts = new WeakSet<AppLoadContext>();

/** Records that a request posts a form to a page, for `requireViewerOrForm` in the loaders that run afterwards. */
export const markFormPost = ({ context }: Pick<LoaderContext, "context">): void =>
  void formPosts.add(context);

/**
 * Like `requireViewer`, but when a page is rendered in response to its own form, it is shown to signed-out users as
 * well, so that they keep what they typed.
 *
 * @returns the signed-in user; `null` after a form post by a signed-out user
 * @throws Response a redirect to the sign-in page
 */
export const requireViewerOrForm = async (args: LoaderContext): Promise<Viewer | null> =>
  formPosts.has(args.context) ? orErrorResponse(viewerOfPage(args)) : requireViewer(args);

/**
 * Looks up the signed-in user, for pages that also render while the database is unreachable.
 * @returns the viewer, and whether the session could not be looked up
 */
export async function lookUpViewer(
  args: LoaderContext,
): Promise<{ viewer: Viewer | null; isViewerUnknown: boolean }> {
  try {
    return { viewer: await viewerOfPage(args), isViewerUnknown: false };
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    return { viewer: null, isViewerUnknown: true };
  }
}

/** @returns the session of a bearer token, or `null` if it is missing or invalid */
export async function bearerSession(request: Request): Promise<Authenticated | null> {
  const [, token] =
    /^Bearer +([\w-]{20,100})$/i.exec(request.headers.get("Authorization") ?? "") ?? [];
  return token ? authenticate(token, "token") : null;
}
