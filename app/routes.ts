import { flatRoutes } from "@remix-run/fs-routes";
import { route } from "@remix-run/route-config";
import { plannedPages } from "./config/planned-pages";

/** The files under `routes/`, and the pages that are announced but not built: one line of data each. */
export default [
  ...(await flatRoutes({ ignoredRouteFiles: ["**/.*", "**/*.test.{ts,tsx}"] })),
  ...plannedPages.map(({ path }) =>
    route(path, "components/stay-tuned/planned-page.tsx", { id: `planned:${path}` }),
  ),
];
