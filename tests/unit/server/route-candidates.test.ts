import { matchRoutes, type AgnosticDataRouteObject } from "@remix-run/router";
import type { ServerBuild } from "@remix-run/node";
import fc from "fast-check";
import { expect, test } from "vitest";
import { narrowBuild } from "../../../server/route-candidates";

type Routes = ServerBuild["routes"];
type Described = { id: string; parentId?: string; path?: string; index?: boolean };

function buildOf(described: readonly Described[]): Pick<ServerBuild, "routes" | "assets"> {
  const byId = Object.fromEntries(described.map((route) => [route.id, route]));
  return {
    routes: byId as unknown as Routes,
    assets: { routes: byId } as unknown as ServerBuild["assets"],
  };
}

/** The tree of routes for the router, as Remix builds it. */
const treeOf = (routes: Routes, parentId?: string): AgnosticDataRouteObject[] =>
  Object.values(routes)
    .filter((route) => route.parentId === parentId)
    .map(({ id, path, index }) =>
      index ? { id, path, index } : { id, path, children: treeOf(routes, id) },
    );

const matched = (routes: Routes, path: string) =>
  matchRoutes(treeOf(routes), path)?.map(({ route, params, pathname }) => ({
    id: route.id,
    params,
    pathname,
  })) ?? null;

const site: Described[] = [
  { id: "root", path: "" },
  { id: "front", parentId: "root", index: true },
  { id: "rest", parentId: "root", path: "*" },
  { id: "community", parentId: "root", path: "community" },
  { id: "article", parentId: "root", path: "article/:id" },
  { id: "discussion", parentId: "article", index: true },
  { id: "comments", parentId: "root", path: "article/:id/comments" },
  { id: "hubs", parentId: "root" },
  { id: "macro", parentId: "hubs", path: "macro" },
  { id: "category/macro", parentId: "hubs", path: "category/macro" },
  { id: "category", parentId: "root", path: "category/:slug" },
  { id: "api", parentId: "root", path: "api/*" },
  { id: "articles", parentId: "root", path: "api/articles" },
  { id: "robots", parentId: "root", path: "robots.txt" },
  { id: "language", parentId: "root", path: "about/en?/terms" },
];

test("an address keeps the routes that may match, and their layouts", () => {
  const narrowed = narrowBuild(buildOf(site));
  const idsFor = (address: string) => Object.keys(narrowed(address).routes);
  expect(idsFor("/community?sort=new")).toEqual(["root", "rest", "community"]);
  expect(idsFor("/article/3a10")).toEqual(["root", "rest", "article", "discussion"]);
  expect(idsFor("/")).toEqual(["root", "front", "rest"]);
  expect(idsFor("/macro")).toContain("hubs");
  expect(idsFor("/macro")).not.toContain("category/macro");
  expect(Object.keys(narrowed("/macro").assets.routes)).toEqual(idsFor("/macro"));
});

test("the number of builds does not grow with the number of addresses", () => {
  const narrowed = narrowBuild(buildOf(site));
  const builds = new Set(Array.from({ length: 5_000 }, (_, i) => narrowed(`/x${i}/y${i}/${i}`)));
  expect(builds.size).toBe(1);
});

test("the router finds the same match among the candidates as among all routes", () => {
  const segment = fc.constantFrom(
    ...["community", "Community", "article", "macro", "category", "api", "articles", "comments"],
    ...["robots.txt", "about", "en", "terms", "x", "", ".", "%61pi", "a.b", "~", "_root"],
  );
  const paths = fc.array(segment, { maxLength: 5 }).map((parts) => `/${parts.join("/")}`);
  const build = buildOf(site);
  const narrowed = narrowBuild(build);
  fc.assert(
    fc.property(paths, (path) => {
      expect(matched(narrowed(path).routes, path)).toEqual(matched(build.routes, path));
    }),
    { numRuns: 500 },
  );
});
