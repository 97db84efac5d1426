/** Starts the site in this process: a signal to it goes straight to the server. */
process.env.NODE_ENV ||= "production";

if (process.env.NODE_ENV === "development") {
  await import("./typescript.mjs");
  await import("../../server/index.ts");
} else {
  // Named at run time: there is none before the site was built.
  await import(new URL("../../build/server/http-server.js", import.meta.url).href);
}
