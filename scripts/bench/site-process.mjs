/**
 * The site as `npm start` runs it, without the checks before it, and tied to the run that measures
 * it: should that be killed, the channel between the two closes and the site ends as well.
 */
process.on("disconnect", () => process.exit(1));
process.channel?.unref();

await import("../lib/site.mjs");
