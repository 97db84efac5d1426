/** The paths that the server treats as API requests: exactly those that Remix matches to routes of the API. */
import { matchRoutes, type AgnosticRouteObject } from "@remix-run/router";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isApi } from "../../../server/error-pages";
import { document } from "../../setup/api-document";
import { builtRoutes } from "../../setup/build";

/** The child routes of a route, in the format of the router. */
const below = (parent: string | undefined): AgnosticRouteObject[] =>
  builtRoutes()
    .filter(({ parentId }) => parentId === parent)
    .map(({ id, path, index }) =>
      index ? { id, path, index: true } : { id, path, children: below(id) },
    );
const routes = below(undefined);

function routeOf(target: string): string | undefined {
  const { pathname } = new URL(`http://127.0.0.1:3000${target}`);
  if (pathname.endsWith(".data")) return "data of a page";
  return matchRoutes(routes, pathname)?.at(-1)?.route.id;
}

const isRouteOfApi = (id = "") => id.startsWith("routes/api.");

test.each([
  ...["/api/articles", "/API/Articles/create", "/%61pi/articles", "/api/articles/create/"],
  ...["/api/articles?_x=/community", "/api/../api/articles", "/community/../api/articles"],
  ...["/community/%2e%2e/api/articles", "/api\\articles", "/api//community"],
  ...["/api/..%2fcommunity", "/api/nothing", "/api/x.data/y"],
])("%s is a request to the API", (target) => {
  expect(isApi({ originalUrl: target })).toBe(true);
  expect(isRouteOfApi(routeOf(target)), routeOf(target)).toBe(true);
});

test.each([
  ...["/", "/api", "/api/", "/API//", "/api?x=/api/articles", "/api#/articles", "/api.data"],
  ...["/api/articles.data", "/api/articles/create.data?index", "/api/../community"],
  ...["/api/%2e%2e/community", "/api/.%2E\\community", "/api\\..\\community"],
  ...["/api/./../community", "/api%2farticles", "/api%2f..%2fcommunity", "/api%00/articles"],
  ...["//api/articles", "///api/articles", "/apis/articles", "/community/api/articles"],
  ...["/api-docs/articles", "/API-docs/articles.data"],
])("%s is no request to the API", (target) => {
  expect(isApi({ originalUrl: target })).toBe(false);
  expect(isRouteOfApi(routeOf(target)), routeOf(target)).toBe(false);
});

test.each(["", "*", "api/articles", "http://api/api/articles", "%", "://x/api/articles"])(
  "the target %j, which is not a path, is no request to the API",
  (target) => {
    expect(isApi({ originalUrl: target })).toBe(false);
  },
);

test("any path is a request to the API if and only if Remix matches it to a route of the API", () => {
  const piece = fc.constantFrom(
    ...["api", "API", "aPi", "%61pi", "%41%50%49", "api%20", "api.data", "_index", "%2fapi"],
    ...["articles", "create", "view", "reviews", "community", "create.data", ".data", "_root.data"],
    ...["..", ".", "%2e%2e", "%2E.", "..%2f", "%2f", "%5c", "%23", "%3f", "%25", "", ""],
  );
  const separator = fc.constantFrom("/", "/", "/", "//", "\\", "?", "#", ";");
  const target = fc
    .array(fc.tuple(separator, piece), { minLength: 1, maxLength: 7 })
    .map((pieces) => `/${pieces.flat().join("")}`.replace(/^\/\//, "/"));
  fc.assert(
    fc.property(target, (path) => {
      expect(isApi({ originalUrl: path }), path).toBe(isRouteOfApi(routeOf(path)));
    }),
    { numRuns: 500 },
  );
});

test("the document has every route of the API, at the path that Remix gives it", () => {
  const paths = builtRoutes()
    .filter(({ id }) => isRouteOfApi(id) && id !== "routes/api.$")
    .map(({ path }) => `/${path}`.replace(/:(\w+)/g, "{$1}"));
  expect(Object.keys(document.paths)).toEqual(paths.sort());
});
