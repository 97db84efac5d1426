/** The baseline's build under remix-serve, tied to the run that measures it. */
process.on("disconnect", () => process.exit(1));
process.channel?.unref();
// Connections that are kept alive would keep the process.
process.on("SIGTERM", () => process.exit(0));

process.argv = [process.execPath, "remix-serve", "build/server/index.js"];
await import("@remix-run/serve/dist/cli.js");
