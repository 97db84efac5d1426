/**
 * Narrows a build to the routes that a URL can match, so that the router examines only a few of them.
 *
 * For each match the router flattens, ranks and compiles every route that it is given, and for each render
 * Remix copies them. It therefore gets a build with only those routes whose static segments match the URL.
 * The router still decides which of these routes it is.
 */
import type { ServerBuild } from "@remix-run/node";

type Routes = ServerBuild["routes"];
type Route = Routes[string];

/** A path of these characters is the same before and after it is decoded and normalised. */
const PLAIN = /^[\w/.-]*$/;

/**
 * @returns a function that takes a URL's path and query and returns a build with every route that can match
 *   it. The same candidates give the same object, so there are only as many builds as sets of candidates
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

/** A route and its ancestors, the outermost first. */
function ancestryOf(route: Route, routes: Routes): Route[] {
  const parent = route.parentId === undefined ? undefined : routes[route.parentId];
  return parent ? [...ancestryOf(parent, routes), route] : [route];
}

/**
 * The segments that a URL must have at the same positions, with `null` for a dynamic one. If `isOpen`, the URL
 * may have more segments.
 */
function fixedSegments(ancestry: readonly Route[]): {
  segments: (string | null)[];
  isOpen: boolean;
} {
  const segments = ancestry.flatMap(({ path }) => path?.split("/").filter(Boolean) ?? []);
  // After an optional segment or a splat, the positions of segments are not known.
  const end = segments.findIndex((segment) => segment.endsWith("?") || segment.includes("*"));
  return {
    segments: (end < 0 ? segments : segments.slice(0, end)).map(
      (segment) => (segment.includes(":") ? null : segment.toLowerCase()), // The router ignores case.
    ),
    isOpen: end >= 0,
  };
}

/** @returns the segments of a URL's path, or `null` if it has to be decoded or normalised first */
function segmentsOf(address: string): string[] | null {
  const path = address.replace(/\?.*$/s, "");
  if (!PLAIN.test(path) || /\/[/.]/.test(path)) return null;
  // Remix requests the data of a page at the page's path with this suffix.
  const page = path.replace(/\.data$/, "").replace(/^\/_root$/, "/");
  return page.toLowerCase().split("/").filter(Boolean);
}

/** Keeps the order of all routes, which decides between two of the same rank. */
const pick = <Value>(values: Record<string, Value>, ids: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(values).filter(([id]) => ids.has(id)));
