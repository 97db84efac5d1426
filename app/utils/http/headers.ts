import type { HeadersFunction } from "@remix-run/node";

const FORWARDED_HEADERS = ["Retry-After", "Cache-Control", "Link"];

/**
 * A page's `headers` export: passes these headers of its loader, action or error on to the
 * document.
 */
export const loaderHeaders: HeadersFunction = ({ loaderHeaders, actionHeaders, errorHeaders }) => {
  const headers = new Headers();
  for (const name of FORWARDED_HEADERS) {
    const value = errorHeaders?.get(name) ?? actionHeaders.get(name) ?? loaderHeaders.get(name);
    if (value) headers.set(name, value);
  }
  return headers;
};
