/**
 * `npm run serve`: runs the build under Remix's own server, to show that it is a plain Remix build. It
 * lacks what `server/` adds (headers, limits, start and stop); use `npm start` to serve the site.
 */
import "./lib/node-version.mjs";
import { ensureBuilt } from "./lib/build.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { main } from "./lib/project.mjs";

/**
 * How long requests may still take after a signal. Remix's server only stops listening, and the open
 * database would keep the process alive.
 */
const LAST_REQUESTS_MS = 1_000;

await main(async () => {
  await ensureInstalled();
  await ensureBuilt();
  // remix-serve reads its arguments and these variables when it is imported. Without HOST it would
  // listen on all network interfaces.
  process.env.NODE_ENV ??= "production";
  process.env.HOST ??= "127.0.0.1";
  process.argv = [process.execPath, "remix-serve", "build/server/index.js"];
  await import("@remix-run/serve/dist/cli.js");
  for (const signal of ["SIGTERM", "SIGINT"]) {
    process.once(signal, () => setTimeout(() => process.exit(0), LAST_REQUESTS_MS));
  }
});
