import { allowedBy, resourceOf } from "./endpoint.server";

/** The loader of a route that only takes posts. */
export const postOnly = (): Response =>
  new Response(null, { status: 405, headers: { Allow: "POST, OPTIONS" } });

/**
 * @param read the module of the route that is shown
 * @param posted the module of the route that handles a post, which may be a layout of the other
 * @returns the methods that the address of a route takes
 */
export function methodsOf(
  read: { loader?: unknown },
  posted: { action?: unknown },
): readonly string[] {
  const { loader } = read;
  const calls = typeof loader === "function" && resourceOf(loader);
  if (calls) return allowedBy(calls.endpoints);
  const isPostOnly = loader === postOnly;
  return [...(isPostOnly ? [] : ["GET", "HEAD"]), ...(posted.action ? ["POST"] : []), "OPTIONS"];
}
