/** Starts the site in this process, so that the server receives signals directly. */
process.env.NODE_ENV ||= "production";

if (process.env.NODE_ENV === "development") {
  await import("./typescript.mjs");
  await import("../../server/index.ts");
} else {
  // A computed URL, because the file does not exist before the site is built.
  await import(new URL("../../build/server/http-server.js", import.meta.url).href);
}
