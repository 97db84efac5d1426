/** `npm run dev`: the same server, with Vite inside it instead of a build. */
import "./lib/node-version.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { main } from "./lib/project.mjs";

await main(async () => {
  await ensureInstalled();
  process.env.NODE_ENV = "development";
  await import("./lib/site.mjs");
});
