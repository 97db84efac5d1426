import { flatRoutes } from "@remix-run/fs-routes";
import { route } from "@remix-run/route-config";
import { feedPaths } from "./config/feeds";
import { hubPaths } from "./config/hubs";
import { plannedPages } from "./config/planned-pages";

/**
 * The files under `routes/`; the screens that have several addresses; and the pages that are announced
 * but not built: one line of data each.
 */
export default [
  ...(await flatRoutes({ ignoredRouteFiles: ["**/.*", "**/*.test.{ts,tsx}"] })),
  route("research-hub", "routes/research.tsx", { id: "research-hub" }),
  ...hubPaths.map((path) => route(path, "routes/hubs/screen.tsx", { id: `hub:${path}` })),
  ...feedPaths.map((path) => route(path, "routes/feeds/feed.ts", { id: `feed:${path}` })),
  ...plannedPages.map(({ path }) =>
    route(path, "components/stay-tuned/planned-page.tsx", { id: `planned:${path}` }),
  ),
];
