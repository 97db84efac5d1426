/**
 * The routes that an address can belong to, so that the router looks at a few of them and not at all.
 *
 * The router flattens, ranks and compiles every route it is given, for each match, and Remix copies them
 * for each render. It is therefore given a build with only those routes whose fixed segments stand where
 * the address has them. Which of these it is remains the router's to say.
 */
import type { ServerBuild } from "@remix-run/node";

type Routes = ServerBuild["routes"];
type Route = Routes[string];

/** An address in plain characters means the same before and after it is decoded and normalised. */
const PLAIN = /^[\w/.-]*$/;

/**
 * @returns gives the build to answer an address with: one that holds every route that can match it. The
 *   same candidates are the same object, and there are no more of these than sets of routes
 */
export function narrowBuild<Build extends Pick<ServerBuild, "routes" | "assets">>(
  build: Build,
): (address: string) => Build {
  const routes = Object.values(build.routes);
  const entries = routes
    .filter(({ path, index }) => path !== undefined || index)
    .map((route) => {
      const ancestry = ancestryOf(route, build.routes);
      return { ids: ancestry.map(({ id }) => id), ...fixedSegments(ancestry) };
    });
  const builds = new Map<string, Build>();
  return (address) => {
    const segments = segmentsOf(address);
    if (!segments) return build;
    const found = entries.filter(
      (entry) =>
        (entry.isOpen || entry.segments.length === segments.length) &&
        entry.segments.every((segment, i) => segment === null || segment === segments[i]),
    );
    const ids = new Set(found.flatMap((entry) => entry.ids));
    const key = [...ids].join("\n");
    const known = builds.get(key);
    if (known) return known;
    const narrowed = {
      ...build,
      routes: pick(build.routes, ids),
      assets: { ...build.assets, routes: pick(build.assets.routes, ids) },
    };
    builds.set(key, narrowed);
    return narrowed;
  };
}

/** A route and those it is within, the outermost first. */
function ancestryOf(route: Route, routes: Routes): Route[] {
  const parent = route.parentId === undefined ? undefined : routes[route.parentId];
  return parent ? [...ancestryOf(parent, routes), route] : [route];
}

/**
 * The segments that an address must have at the same places; `null` where any will do. If it is open, the
 * address may have more.
 */
function fixedSegments(ancestry: readonly Route[]): {
  segments: (string | null)[];
  isOpen: boolean;
} {
  const segments = ancestry.flatMap(({ path }) => path?.split("/").filter(Boolean) ?? []);
  // Behind a segment that may be missing, or stand for several, the places are not known.
  const end = segments.findIndex((segment) => segment.endsWith("?") || segment.includes("*"));
  return {
    segments: (end < 0 ? segments : segments.slice(0, end)).map(
      (segment) => (segment.includes(":") ? null : segment.toLowerCase()), // As the router compares them.
    ),
    isOpen: end >= 0,
  };
}

/** @returns the segments of an address's path, or `null` where they are not plain to see */
function segmentsOf(address: string): string[] | null {
  const path = address.replace(/\?.*$/s, "");
  if (!PLAIN.test(path) || /\/[/.]/.test(path)) return null;
  // The data of a page is fetched from the page's address with this ending.
  const page = path.replace(/\.data$/, "").replace(/^\/_root$/, "/");
  return page.toLowerCase().split("/").filter(Boolean);
}

/** In the order of all routes, which decides between two of the same rank. */
const pick = <Value>(values: Record<string, Value>, ids: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(values).filter(([id]) => ids.has(id)));
