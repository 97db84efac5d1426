import { redirect } from "@remix-run/node";
import { safeRedirect } from "../http/safe-redirect";
import { siteCookie } from "../http/site-cookie.server";
import type { Toast } from "~/utils/toasts/toast";
import { isToastKey, toasts, type ToastKey } from "./toasts";

/** How long the cookie lives: long enough for the next page, too short for a later visit. */
const SECONDS = 60;

/** The name of the cookie with the key of the next page's toast, without the prefix that `cookieName` adds. */
export const TOAST_COOKIE = "toast";

const cookie = () => siteCookie(TOAST_COOKIE, { httpOnly: true, maxAge: SECONDS });

/** Redirects to a page that shows a toast. @param to the path of what was posted, to which the toast links */
export async function redirectWithToast(
  url: string,
  key: ToastKey,
  { to, ...init }: ResponseInit & { to?: string | undefined } = {},
) {
  const headers = new Headers(init.headers);
  headers.append("Set-Cookie", await cookie().serialize(to ? { key, to } : key));
  return redirect(url, { ...init, headers });
}

/**
 * Reads the toast set by the previous response, with the headers that clear it. Requests without a
 * toast cookie get no cookie.
 */
export async function takeToast(
  request: Request,
): Promise<{ toast: Toast | null; headers: Headers }> {
  const headers = new Headers();
  const sent = request.headers.get("Cookie");
  const value: unknown = await cookie().parse(sent);
  if (value === null) return { toast: null, headers };
  headers.append("Set-Cookie", await cookie().serialize("", { maxAge: 0 }));
  return { toast: toToast(value), headers };
}

function toToast(value: unknown): Toast | null {
  if (isToastKey(value)) return toasts[value];
  const { key, to } = value as { key?: unknown; to?: unknown };
  return isToastKey(key) ? { ...toasts[key], to: safeRedirect(to) } : null;
}
