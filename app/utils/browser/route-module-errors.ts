import { UnreachableError } from "../forms/offline-fallback";

/** What is used of Remix's router, which it leaves on the window for its development tools. */
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
 * Remix loads the document anew where the module of a screen cannot be fetched. After an upgrade of the
 * site that is right; without a connection it would put the browser's own error page in place of this
 * one, and of everything typed in it. So a module is fetched here first, and where there is no answer at
 * all the screen fails like any other that cannot be loaded.
 */
export function keepPageWhenModuleIsUnreachable(): void {
  const { __remixRouter: router, __remixManifest: manifest } = window as RemixWindow;
  if (!router || !manifest) return;
  const guard = (route: RouterRoute) => {
    const { lazy } = route;
    const address = manifest.routes[route.id]?.module;
    if (lazy && address && !guarded.has(route)) {
      guarded.add(route);
      route.lazy = async () => {
        await fetchModule(address);
        return lazy();
      };
    }
    route.children?.forEach(guard);
  };
  router.routes.forEach(guard);
  fetchWhenIdle(onEveryPage.flatMap((id) => manifest.routes[id]?.module ?? []));
}

/** The routes that take the forms in the frame: without their modules these could not even say that they failed. */
const onEveryPage = ["routes/theme", "routes/logout"];

function fetchWhenIdle(addresses: readonly string[]): void {
  const fetchAll = () => {
    for (const address of addresses) void fetchModule(address).catch(() => {});
  };
  // Safari has no idle callbacks.
  if ("requestIdleCallback" in window) requestIdleCallback(fetchAll);
  else setTimeout(fetchAll, 1_000);
}

/** @throws UnreachableError when the module cannot be fetched because there is no answer */
async function fetchModule(address: string): Promise<void> {
  try {
    await import(/* @vite-ignore */ address);
  } catch (cause) {
    if (!(await isAnswered(address))) throw new UnreachableError("No module", { cause });
  }
}

/** Whether this site answers for an address, be it only that there is nothing there any more. */
async function isAnswered(address: string): Promise<boolean> {
  try {
    const { status } = await fetch(address, { method: "HEAD", cache: "no-store" });
    return status < 500;
  } catch {
    return false;
  }
}
