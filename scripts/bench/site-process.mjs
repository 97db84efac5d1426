/**
 * Runs the site like `npm start`, but without installing and building. It exits with the run that measures it: if
 * that is killed, the IPC channel closes and the site exits as well.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";

process.on("disconnect", () => process.exit(1));

// Answers the measuring process with the longest time that the event loop was blocked since the last question.
const RESOLUTION_MS = 5;
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();
process.on("message", (message) => {
  // Worker processes also run this file, and get other messages.
  if (message !== "held?") return;
  process.send?.({ heldMs: Math.max(0, delay.max / 1e6 - RESOLUTION_MS) });
  delay.reset();
});
process.channel?.unref();

await import("../lib/site.mjs");
