/** Finds out which methods an address takes, for the `Allow` header of a 405. */
import { matchRoutes } from "@remix-run/react";
import type { ServerBuild } from "@remix-run/node";
import type { Lifecycle } from "~/lifecycle.server";
import { narrowBuild } from "./route-candidates";

type Routes = ServerBuild["routes"];
type RouteObject = Parameters<typeof matchRoutes>[0][number];

/**
 * @param files the paths of the files that are served as they are
 * @returns a function that takes a readable URL's path and query, and returns the methods that it takes, or `null` if
 *   there is nothing at that address
 */
export function findMethods(
  build: ServerBuild,
  files: ReadonlySet<string>,
  methodsOf: Lifecycle["methodsOf"],
): (address: string) => readonly string[] | null {
  const narrowed = narrowBuild(build);
  return (address) => {
    const { pathname, searchParams } = new URL(`http://site${address}`);
    if (files.has(pathname)) return ["GET", "HEAD", "OPTIONS"];
    const { routes } = narrowed(address);
    const page = pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/");
    const matches = matchRoutes(treeOf(routes), page) ?? [];
    const last = matches.at(-1)?.route;
    if (!last?.id || last.path?.endsWith("*")) return null;
    // Like Remix, which posts to a layout unless the query names its index.
    const posted = searchParams.has("index") ? last : matches.findLast(hasPath)?.route;
    return methodsOf(routes[last.id]!.module, posted?.id ? routes[posted.id]!.module : {});
  };
}

const hasPath = ({ route }: { route: RouteObject }) => Boolean(route.path);

const treeOf = (routes: Routes, parent?: string): RouteObject[] =>
  Object.values(routes)
    .filter(({ parentId }) => parentId === parent)
    .map(({ id, path, index }) =>
      index ? { id, path, index } : { id, path, children: treeOf(routes, id) },
    );
