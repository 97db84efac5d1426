/** `npm run build`: installs missing packages, and builds the site even if the build is up to date. */
import "./lib/node-version.mjs";
import { ensureBuilt } from "./lib/build.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { main } from "./lib/project.mjs";

await main(async () => {
  await ensureInstalled();
  await ensureBuilt({ force: true, logLevel: "info" });
});
