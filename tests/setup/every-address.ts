/** Every address that the site answers with GET: pages, their data, files and calls of the API, by its routes. */
import { document, operations } from "./api-document";
import { builtRoutes } from "./build";

/** The values that parameters of paths have, by their names; a value of several parts may be one of them. */
export type ParameterValues = Readonly<Record<string, readonly string[]>>;

/** A route whose GET might end a session. */
const LEFT_OUT = /^\/logout$/;

/** @returns the path patterns of all routes but the API's, in full */
function pathPatterns(): string[] {
  const routes = builtRoutes();
  const byId = new Map(routes.map((route) => [route.id, route]));
  const pathOf = (id: string): string => {
    const { path = "", parentId } = byId.get(id)!;
    return [parentId ? pathOf(parentId) : "", path].filter(Boolean).join("/");
  };
  const patterns = routes.map(({ id }) => `/${pathOf(id)}`);
  return [...new Set(patterns)].filter((path) => !/^\/api(\/|$)/.test(path));
}

/**
 * @returns the paths that a pattern stands for, with each combination of values of its parameters. `/:kind/:id` takes the
 *   values of `target`, so that only kinds and ids that belong together are combined
 */
function pathsOf(given: string, values: ParameterValues): string[] {
  const pattern = given.replace("/:kind/:id", "/:target");
  const [, name, isOptional] = /\/:(\w+)(\?)?/.exec(pattern) ?? [];
  if (name === undefined) return [pattern.replace(/\*$/, "nothing")];
  const parts = (values[name] ?? values.id ?? []).map((value) => `/${value}`);
  return [...parts, ...(isOptional ? [""] : [])].flatMap((value) =>
    pathsOf(pattern.replace(/\/:\w+\??/, value), values),
  );
}

/** @returns the address of the data of a page */
export const dataOf = (path: string): string => (path === "/" ? "/_root.data" : `${path}.data`);

/** @param queries for the pages that have a search field or show a part of something */
export function everyAddress(values: ParameterValues, queries: readonly string[]): string[] {
  const paths = pathPatterns()
    .filter((pattern) => !LEFT_OUT.test(pattern))
    .flatMap((pattern) => pathsOf(pattern, values));
  const isFile = (path: string) => /\.\w+$/.test(path);
  const pages = paths.filter((path) => !isFile(path));
  return [
    ...paths,
    ...pages.map(dataOf),
    ...["/search", "/community", "/saved", "/people", "/following", "/macro"].flatMap((path) =>
      queries.map((query) => `${path}?${query}`),
    ),
  ];
}

/** @returns the addresses of all calls that read, with each combination of values of their parameters */
export function everyCall(values: ParameterValues, queries: readonly string[]): string[] {
  const reading = operations.filter(({ method }) => method === "get");
  return reading.flatMap(({ path, operation }) => {
    const paths = pathsOf(path.replace(/\{(\w+)\}/g, ":$1"), values);
    const text = JSON.stringify([operation.parameters, document.components.parameters]);
    const hasQuery = text.includes('"name":"q"');
    return [
      ...paths,
      ...(hasQuery ? paths.flatMap((one) => queries.map((query) => `${one}?${query}`)) : []),
    ];
  });
}
