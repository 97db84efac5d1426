import fresh from "fresh";

/**
 * @param headers the headers of the full response, with its `ETag` or `Last-Modified`
 * @returns a 304 if the client already has this version, otherwise `undefined`
 */
export function notModified(request: Request, headers: Headers): Response | undefined {
  // `fetch` adds `Cache-Control` to every conditional request, and `fresh` would take it as a forced reload.
  const { "cache-control": _ignored, ...conditions } = Object.fromEntries(request.headers);
  return fresh(conditions, Object.fromEntries(headers))
    ? new Response(null, { status: 304, headers })
    : undefined;
}
