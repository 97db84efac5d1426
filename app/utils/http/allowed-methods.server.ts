/** The loader of a route that only takes posts. */
export const postOnly = (): Response =>
  new Response(null, { status: 405, headers: { Allow: "POST, OPTIONS" } });

/**
 * @param read the module of the route that is shown
 * @param posted the module of the route that handles a post, which may be a layout of the other
 * @returns the methods that the address of a page takes
 */
export function methodsOf(
  read: { loader?: unknown },
  posted: { action?: unknown },
): readonly string[] {
  const isPostOnly = read.loader === postOnly;
  return [...(isPostOnly ? [] : ["GET", "HEAD"]), ...(posted.action ? ["POST"] : []), "OPTIONS"];
}
