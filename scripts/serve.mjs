/**
 * `npm run serve`: the build under Remix's own server, to show that it is a plain Remix build. It
 * lacks what `server/` adds (headers, limits, start and stop); `npm start` is the real thing.
 */
import "./lib/node-version.mjs";
import { ensureBuilt } from "./lib/build.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { main } from "./lib/project.mjs";

/** Its server stops listening at a signal, but the open database would keep the process. */
const LAST_REQUESTS_MS = 1_000;

await main(async () => {
  await ensureInstalled();
  await ensureBuilt();
  // It reads its arguments and these variables when it is imported. Without HOST it would listen
  // on every network.
  process.env.NODE_ENV ??= "production";
  process.env.HOST ??= "127.0.0.1";
  process.argv = [process.execPath, "remix-serve", "build/server/index.js"];
  await import("@remix-run/serve/dist/cli.js");
  for (const signal of ["SIGTERM", "SIGINT"]) {
    process.once(signal, () => setTimeout(() => process.exit(0), LAST_REQUESTS_MS));
  }
});
