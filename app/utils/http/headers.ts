import type { HeadersFunction } from "@remix-run/node";

const PASSED_ON = ["Retry-After", "Cache-Control", "Link"];

/** A page's `headers` export: what its action or loader says of them goes with the document too. */
export const loaderHeaders: HeadersFunction = ({ loaderHeaders, actionHeaders, errorHeaders }) => {
  const headers = new Headers();
  for (const name of PASSED_ON) {
    const value = errorHeaders?.get(name) ?? actionHeaders.get(name) ?? loaderHeaders.get(name);
    if (value) headers.set(name, value);
  }
  return headers;
};
