import { createCookie, redirect } from "@remix-run/node";
import { isToastKey, toasts, type Toast, type ToastKey } from "./toasts";

/** Long enough for the page that follows, short enough not to turn up on a later visit. */
const SECONDS = 60;

const cookie = createCookie("toast", {
  path: "/",
  httpOnly: true,
  sameSite: "lax",
  maxAge: SECONDS,
});

/**
 * Goes on to another page, which then says how it went.
 *
 * @param url where to
 * @param key which toast the page shows
 * @param init more for the response, such as headers
 */
export async function redirectWithToast(url: string, key: ToastKey, init: ResponseInit = {}) {
  const headers = new Headers(init.headers);
  headers.append("Set-Cookie", await cookie.serialize(key));
  return redirect(url, { ...init, headers });
}

/**
 * The toast that the page before left for this one, with the headers that take it off the pile. A
 * visitor without one gets no cookie.
 */
export async function takeToast(
  request: Request,
): Promise<{ toast: Toast | null; headers: Headers }> {
  const headers = new Headers();
  const sent = request.headers.get("Cookie");
  const key: unknown = await cookie.parse(sent);
  if (key === null) return { toast: null, headers };
  headers.append("Set-Cookie", await cookie.serialize("", { maxAge: 0 }));
  return { toast: isToastKey(key) ? toasts[key] : null, headers };
}
