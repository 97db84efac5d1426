/** `npm start`: from a fresh clone to a running site, doing only what is not done yet. */
import "./lib/node-version.mjs";
import { ensureBuilt } from "./lib/build.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { main } from "./lib/project.mjs";

await main(async () => {
  await ensureInstalled();
  await ensureBuilt();
  await import("./lib/site.mjs");
});
