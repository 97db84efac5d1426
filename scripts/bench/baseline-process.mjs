/** Runs the baseline's build under remix-serve, and exits with the run that measures it. */
process.on("disconnect", () => process.exit(1));
process.channel?.unref();
// Otherwise keep-alive connections would keep the process running.
process.on("SIGTERM", () => process.exit(0));

process.argv = [process.execPath, "remix-serve", "build/server/index.js"];
await import("@remix-run/serve/dist/cli.js");
