import fresh from "fresh";

/**
 * @param headers of the full response, with its `ETag` or `Last-Modified`
 * @returns a 304 in its place if the client has the same version already
 */
export function notModified(request: Request, headers: Headers): Response | undefined {
  // `fetch` adds it to every conditional request; to the origin it means no more than to compare.
  const { "cache-control": _ignored, ...conditions } = Object.fromEntries(request.headers);
  return fresh(conditions, Object.fromEntries(headers))
    ? new Response(null, { status: 304, headers })
    : undefined;
}
