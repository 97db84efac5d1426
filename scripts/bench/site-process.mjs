/**
 * The site as `npm start` runs it, without the checks before it, and tied to the run that measures
 * it: should that be killed, the channel between the two closes and the site ends as well.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";

process.on("disconnect", () => process.exit(1));

// Tells whoever measures for how long the event loop was held at most, since it was last asked.
const RESOLUTION_MS = 5;
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();
process.on("message", (message) => {
  // Worker processes run this file as well, and get messages of their own.
  if (message !== "held?") return;
  process.send?.({ heldMs: Math.max(0, delay.max / 1e6 - RESOLUTION_MS) });
  delay.reset();
});
process.channel?.unref();

await import("../lib/site.mjs");
