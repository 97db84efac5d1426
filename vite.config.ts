import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import remixOptions from "./remix.config.js";

declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true;
  }
}

export default defineConfig({
  plugins: [tailwindcss(), remix(remixOptions)],
  resolve: { alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) } },
  // The workspace package is TypeScript: it is bundled with the app, its own dependencies are not. The
  // lexicon is a module in a package that says it has none.
  ssr: { noExternal: ["embedded-mongo", "vader-sentiment"], external: ["lmdb", "bson"] },
  build: {
    target: "es2022",
    // A data: URL would need an exception in the Content-Security-Policy.
    assetsInlineLimit: 0,
    // Thirty small files are a queue on a connection that is not HTTP/2; a page needs most of them anyway.
    rollupOptions: { output: { experimentalMinChunkSize: 12_000 } },
  },
});
