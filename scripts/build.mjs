/** `npm run build`: installs what is missing and builds, whether it is needed or not. */
import "./lib/node-version.mjs";
import { ensureBuilt } from "./lib/build.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { main } from "./lib/project.mjs";

await main(async () => {
  await ensureInstalled();
  await ensureBuilt({ force: true, talkative: true });
});
