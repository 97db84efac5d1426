/** `npm run dev`: starts the same server as `npm start`, with Vite inside it instead of a build. */
import "./lib/node-version.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { main } from "./lib/project.mjs";

await main(async () => {
  await ensureInstalled();
  process.env.NODE_ENV = "development";
  await import("./lib/site.mjs");
});
