import { flatRoutes } from "@remix-run/fs-routes";
import { route } from "@remix-run/route-config";
import { feedPaths } from "./config/feeds";
import { hubPaths } from "./config/hubs";

/** The files under `routes/`, the screens that have several addresses, and the feeds. */
export default [
  ...(await flatRoutes({ ignoredRouteFiles: ["**/.*", "**/*.test.{ts,tsx}"] })),
  route("research-hub", "routes/research.tsx", { id: "research-hub" }),
  ...hubPaths.map((path) => route(path, "routes/hubs/screen.tsx", { id: `hub:${path}` })),
  ...feedPaths.map((path) => route(path, "routes/feeds/feed.ts", { id: `feed:${path}` })),
];
