/** What takes less is simply awaited: a skeleton that only flashes by is worse than none. */
const PATIENCE_MS = 150;

/**
 * For the `clientLoader` of a screen with a skeleton: waits a moment for its data, and hands on what has
 * not come by then as a promise, so that the screen opens with its skeleton meanwhile. A document from
 * the server always has the data in it.
 *
 * @param data on its way
 * @returns it, or its promise, in an object, since a promise of a promise would be waited for
 */
export async function deferIfSlow<Data>(
  data: Promise<Data>,
): Promise<{ loaded: Data | Promise<Data> }> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, null);
  });
  const soon = await Promise.race([data.then((loaded) => ({ loaded })), later]);
  clearTimeout(timer);
  return soon ?? { loaded: data };
}

/**
 * The same, but only for a screen that one comes to: on the way to its other pages, and back to it from
 * its form, the one before stays until the data are there.
 */
export async function deferOnArrival<Data>(
  request: Request,
  data: Promise<Data>,
): Promise<{ loaded: Data | Promise<Data> }> {
  const isHere = new URL(request.url).pathname === window.location.pathname;
  return isHere ? { loaded: await data } : deferIfSlow(data);
}
