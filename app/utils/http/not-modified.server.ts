import fresh from "fresh";

/**
 * @param headers of the full response, with its `ETag` or `Last-Modified`
 * @returns a 304 in its place if the client has the same version already
 */
export const notModified = (request: Request, headers: Headers): Response | undefined =>
  fresh(Object.fromEntries(request.headers), Object.fromEntries(headers))
    ? new Response(null, { status: 304, headers })
    : undefined;
