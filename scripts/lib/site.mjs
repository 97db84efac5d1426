/** Starts the site in this process: a signal to it goes straight to the server. */
process.env.NODE_ENV ??= "production";

await import("./typescript.mjs");
await import("../../server/index.ts");
