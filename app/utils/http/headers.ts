import type { HeadersFunction } from "@remix-run/node";

const FORWARDED_HEADERS = ["Retry-After", "Cache-Control", "Link"];

/** The `headers` export of pages for signed-in users, so that the back button does not show them after signing out. */
export const noStore: HeadersFunction = () => ({ "Cache-Control": "no-store" });

/** A page's `headers` export: passes these headers of its loader, action or error on to the document. */
export const loaderHeaders: HeadersFunction = ({ loaderHeaders, actionHeaders, errorHeaders }) => {
  const headers = new Headers();
  for (const name of FORWARDED_HEADERS) {
    const value = errorHeaders?.get(name) ?? actionHeaders.get(name) ?? loaderHeaders.get(name);
    if (value) headers.set(name, value);
  }
  return headers;
};
