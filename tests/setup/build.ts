/** The client build, read from its files, because importing its server would open a database. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const CLIENT = "build/client";

interface ManifestRoute {
  id: string;
  parentId?: string;
  path?: string;
  index?: boolean;
  /** The address of its script. */
  module: string;
  imports: string[];
}

/** What browsers get of the build: the scripts of its entry and of each route. */
export function clientManifest(): {
  entry: Pick<ManifestRoute, "module" | "imports">;
  routes: Record<string, ManifestRoute>;
} {
  // The directory may contain manifests of earlier builds, so the server's build names the current one.
  const server = readFileSync("build/server/index.js", "utf8");
  const [url] = /\/assets\/manifest-[0-9a-f]+\.js/.exec(server)!;
  const script = readFileSync(join(CLIENT, url), "utf8");
  return JSON.parse(script.replace(/^window\.__remixManifest=/, "").replace(/;\s*$/, ""));
}

/** All routes of the build. */
export const builtRoutes = (): ManifestRoute[] => Object.values(clientManifest().routes);

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
