import { redirect } from "@remix-run/node";
import { safeRedirect } from "../http/safe-redirect";
import { siteCookie } from "../http/site-cookie.server";
import { describeWarning } from "~/services/articles/blocked-domains.server";
import type { Toast } from "~/utils/toasts/toast";
import { isToastKey, toasts, type ToastKey } from "./toasts";

/** How long the cookie lives: long enough for the next page, too short for a later visit. */
const SECONDS = 60;

/** The name of the cookie with the key of the next page's toast, without the prefix that `cookieName` adds. */
export const TOAST_COOKIE = "toast";

const cookie = () => siteCookie(TOAST_COOKIE, { httpOnly: true, maxAge: SECONDS });

interface ToastDetails {
  /** The path of what was posted, to which the toast links. */
  to?: string | undefined;
  /** A domain in what was posted that moderators warn of. */
  warnedOf?: string | undefined;
}

/** Redirects to a page that shows a toast. */
export async function redirectWithToast(
  url: string,
  key: ToastKey,
  { to, warnedOf, ...init }: ResponseInit & ToastDetails = {},
) {
  const headers = new Headers(init.headers);
  const value = { key, ...(to && { to }), ...(warnedOf && { warnedOf }) };
  headers.append("Set-Cookie", await cookie().serialize(to || warnedOf ? value : key));
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
  return { toast: await toToast(value), headers };
}

/** @param value a key, or an object with one and with details; `null` for anything else, because cookies can be forged */
export async function toToast(value: unknown): Promise<Toast | null> {
  if (isToastKey(value)) return toasts[value];
  const { key, to, warnedOf } = value as Record<"key" | keyof ToastDetails, unknown>;
  if (!isToastKey(key)) return null;
  const warning = typeof warnedOf === "string" ? await describeWarning(warnedOf) : null;
  const toast = toasts[key];
  return {
    ...toast,
    ...(to !== undefined && { to: safeRedirect(to) }),
    ...(warning !== null && { description: `${toast.description} ${warning}` }),
  };
}
