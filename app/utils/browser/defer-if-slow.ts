/** Faster loads are awaited: a skeleton that only flashes is worse than none. */
const SKELETON_DELAY_MS = 150;

/**
 * For the `clientLoader` of a screen with a skeleton: awaits the data briefly and otherwise returns its promise, so
 * that the screen renders its skeleton. A document from the server always contains the data.
 * @returns the data or its promise, wrapped in an object because a returned promise would be awaited
 */
export async function deferIfSlow<Data>(
  data: Promise<Data>,
): Promise<{ loaded: Data | Promise<Data> }> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, SKELETON_DELAY_MS, null);
  });
  const settled = await Promise.race([data.then((loaded) => ({ loaded })), timeout]);
  clearTimeout(timer);
  return settled ?? { loaded: data };
}

/**
 * Like `deferIfSlow`, but only when arriving from another screen. When paging, or revalidating
 * after a form post, the current screen stays until the data has arrived.
 */
export async function deferOnArrival<Data>(
  request: Request,
  data: Promise<Data>,
): Promise<{ loaded: Data | Promise<Data> }> {
  const isSameScreen = new URL(request.url).pathname === window.location.pathname;
  return isSameScreen ? { loaded: await data } : deferIfSlow(data);
}
