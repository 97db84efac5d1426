/**
 * Runs the site as `npm start` does, without the checks before it. The site ends together with the test
 * that started it: if the test is killed, the IPC channel between the two closes.
 */
process.on("disconnect", () => process.exit(1));
process.channel?.unref();

await import("../../scripts/lib/site.mjs");
