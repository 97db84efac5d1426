/**
 * The processes that a benchmark starts: `site`, `baseline`, or `week DIRECTORY SIZE`, which fills a data directory. Each
 * ends with the process that started it: if that is killed, the IPC channel between the two closes.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";

process.on("disconnect", () => process.exit(1));
process.channel?.unref();

const RESOLUTION_MS = 5;
const [kind, ...args] = process.argv.slice(2);

if (kind === "site") {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  // Tells for how long the event loop was blocked at most since the last question.
  process.on("message", () => {
    process.send?.(Math.max(0, delay.max / 1e6 - RESOLUTION_MS));
    delay.reset();
  });
  process.channel?.unref();
  await import("../lib/site.mjs");
} else if (kind === "baseline") {
  // Connections that are kept alive would otherwise keep the process running.
  process.on("SIGTERM", () => process.exit(0));
  process.argv = [process.execPath, "remix-serve", "build/server/index.js"];
  await import("@remix-run/serve/dist/cli.js");
} else {
  await import("../lib/typescript.mjs");
  const { fillWeek } = await import("./week.ts");
  process.send?.(await fillWeek(args[0], Number(args[1])), () => process.exit());
}
