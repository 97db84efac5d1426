import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { build, defineConfig, type Plugin } from "vite";
import remixOptions from "./remix.config.js";

declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true;
  }
}

const alias = { "~": fileURLToPath(new URL("./app", import.meta.url)) };

/**
 * Bundles the module of the worker threads beside the server's, with a file for each job that is loaded when the job
 * begins, and has the server start it: Vite does so for browsers only.
 */
const workerThread = (): Plugin => ({
  name: "worker-thread",
  apply: (_, { command, isSsrBuild = false }) => command === "build" && isSsrBuild,
  async load(id) {
    if (!id.endsWith("/app/services/worker/thread-url.server.ts")) return null;
    const result = await build({
      configFile: false,
      logLevel: "error",
      resolve: { alias },
      ssr: { noExternal: ["vader-sentiment"] },
      build: {
        ssr: fileURLToPath(new URL("./app/services/worker/thread.server.ts", import.meta.url)),
        target: "es2022",
        write: false,
        rollupOptions: {
          output: {
            entryFileNames: "assets/worker-[hash].js",
            chunkFileNames: "assets/worker-[name]-[hash].js",
          },
        },
      },
    });
    if (Array.isArray(result) || !("output" in result)) throw new Error("one bundle was expected");
    const files = result.output
      .filter((one) => one.type === "chunk")
      .map(({ fileName, code, exports }) =>
        this.emitFile({ type: "prebuilt-chunk", fileName, code, exports }),
      );
    // The entry is the first.
    return `export const threadUrl = new URL(import.meta.ROLLUP_FILE_URL_${files[0]});`;
  },
});

const REACT_AND_REMIX =
  /\/node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|turbo-stream|@remix-run\/(react|router))\//;

const PASSKEYS = /\/node_modules\/@simplewebauthn\/browser\//;

const FORMS =
  /\/node_modules\/@conform-to\/|\/app\/components\/(accounts\/current-password-field|ui\/(character-counter|field))\.tsx$/;

/** What shows dates, numbers, people and lists, and what sends a button. */
const CONTENT = new RegExp(
  `/app/(${[
    "components/(edit-links|people/person-link)",
    "components/ui/(await-data|badge|card|date-time|empty-state|feed-links|form-alert|form-key-field)",
    "components/ui/(linkified-text|pagination|prose|section|skeleton|stars|tab-links)",
    "utils/(format|browser/defer-if-slow|forms/last-posted|seo/structured-data)",
  ].join("|")})[.]tsx?$`,
);

/** What shows recommendations. */
const ENGINES =
  /\/app\/(components\/(recommendations\/(allocation-bar|not-advice)|track-record\/engine-display)|utils\/(engine-page|browser\/client-cache))\.tsx?$/;

/**
 * What many pages need, in a few files: libraries, which a browser keeps when the site is deployed anew; the
 * frame around each page, which is what the root route imports; what most pages show; and what every form is
 * made of. What only somebody with a passkey needs has a file of its own: it is small, and would be put into
 * one that other pages fetch.
 */
function sharedChunk(id: string): string | undefined {
  if (REACT_AND_REMIX.test(id)) return "react";
  if (PASSKEYS.test(id)) return "passkeys";
  if (FORMS.test(id)) return "forms";
  if (CONTENT.test(id)) return "content";
  if (ENGINES.test(id)) return "engines";
  return /\/app\/(root|utils\/kept-markup)\.tsx$/.test(id) ? "frame" : undefined;
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [tailwindcss(), remix(remixOptions), workerThread()],
  resolve: { alias },
  // The workspace package is TypeScript: it is bundled with the app, its own dependencies are not. The
  // lexicon is a module in a package that says it has none.
  ssr: { noExternal: ["embedded-mongo", "vader-sentiment"], external: ["lmdb", "bson"] },
  build: {
    target: "es2022",
    // It makes what browsers are sent a twentieth smaller than esbuild does.
    minify: isSsrBuild ? false : "terser",
    terserOptions: { compress: { passes: 2 }, format: { comments: false } },
    // A data: URL would need an exception in the Content-Security-Policy.
    assetsInlineLimit: 0,
    // Thirty small files are a queue on a connection that is not HTTP/2. Larger ones would bring to each page
    // what only others need.
    rollupOptions: {
      output: {
        experimentalMinChunkSize: 500,
        ...(isSsrBuild ? {} : { manualChunks: sharedChunk }),
      },
    },
  },
}));
