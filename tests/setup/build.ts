/** The routes of the build, read from its files, because importing its server would open a database. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const CLIENT = "build/client";
const ASSETS = join(CLIENT, "assets");

interface ManifestRoute {
  id: string;
  parentId?: string;
  path?: string;
  index?: boolean;
  /** The address of its script. */
  module: string;
}

/** All routes of the build, from the manifest that browsers get. */
export function builtRoutes(): ManifestRoute[] {
  const name = readdirSync(ASSETS).find((file) => /^manifest-.*\.js$/.test(file));
  if (!name) throw new Error("The build has no manifest; run `npm run build` or `npm test`.");
  const [, json] = /^window\.__remixManifest=(.*?);?\s*$/s.exec(
    readFileSync(join(ASSETS, name), "utf8"),
  ) ?? ["", "{}"];
  const { routes } = JSON.parse(json) as { routes: Record<string, ManifestRoute> };
  return Object.values(routes);
}

/** The path patterns of all pages: routes that render a component and have no child routes. */
export function pagePatterns(): string[] {
  const routes = builtRoutes();
  const parents = new Set(routes.map(({ parentId }) => parentId));
  const pathOf = ({ path = "", parentId }: ManifestRoute): string => {
    const parent = routes.find(({ id }) => id === parentId);
    return [parent ? pathOf(parent) : "", path].filter(Boolean).join("/");
  };
  const isPage = ({ module }: ManifestRoute) =>
    /\bdefault\b/.test(readFileSync(join(CLIENT, module), "utf8"));
  return routes
    .filter((route) => !parents.has(route.id) && isPage(route))
    .map((route) => `/${pathOf(route)}`);
}
