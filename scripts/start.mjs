/** `npm start`: installs and builds if needed, and serves the site. Works from a fresh clone. */
import "./lib/node-version.mjs";
import { ensureBuilt } from "./lib/build.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { main } from "./lib/project.mjs";

await main(async () => {
  await ensureInstalled();
  await ensureBuilt();
  await import("./lib/site.mjs");
});
