import { UnreachableError } from "../forms/offline-fallback";

/** The parts in use of Remix's router, which Remix exposes on `window`. */
interface RouterRoute {
  id: string;
  lazy?: (() => Promise<unknown>) | undefined;
  children?: RouterRoute[];
}

interface RemixWindow {
  __remixRouter?: { routes: RouterRoute[] };
  __remixManifest?: { routes: Record<string, { module: string } | undefined> };
}

const guarded = new WeakSet<RouterRoute>();

/**
 * When a route module cannot be loaded, Remix reloads the document. This is correct after a
 * deployment, but without a connection it would replace the page, and everything typed into it,
 * with the browser's own error page. This wraps each route's `lazy` to fetch the module first, so
 * that a missing connection becomes an ordinary error of that screen.
 */
export function keepPageWhenModuleIsUnreachable(): void {
  const { __remixRouter: router, __remixManifest: manifest } = window as RemixWindow;
  if (!router || !manifest) return;
  const guard = (route: RouterRoute) => {
    const { lazy } = route;
    const url = manifest.routes[route.id]?.module;
    if (lazy && url && !guarded.has(route)) {
      guarded.add(route);
      route.lazy = async () => {
        await fetchModule(url);
        return lazy();
      };
    }
    route.children?.forEach(guard);
  };
  router.routes.forEach(guard);
  fetchWhenIdle(frameRoutes.flatMap((id) => manifest.routes[id]?.module ?? []));
}

/** Routes behind the forms in the frame, preloaded so that their `clientAction` can report a lost connection. */
const frameRoutes = ["routes/theme", "routes/logout"];

function fetchWhenIdle(urls: readonly string[]): void {
  const fetchAll = () => {
    for (const url of urls) void fetchModule(url).catch(() => {});
  };
  // Safari lacks `requestIdleCallback`.
  if ("requestIdleCallback" in window) requestIdleCallback(fetchAll);
  else setTimeout(fetchAll, 1_000);
}

/** @throws UnreachableError when the server does not respond */
async function fetchModule(url: string): Promise<void> {
  try {
    await import(/* @vite-ignore */ url);
  } catch (cause) {
    if (!(await isReachable(url))) throw new UnreachableError("No module", { cause });
  }
}

/** Whether the server responds for a URL at all, even with a 404. */
async function isReachable(url: string): Promise<boolean> {
  try {
    const { status } = await fetch(url, { method: "HEAD", cache: "no-store" });
    return status < 500;
  } catch {
    return false;
  }
}
