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

/**
 * What many pages need, in a few files. What only somebody with a passkey needs has one of its own: it is small,
 * and would be put into one that other pages fetch.
 */
const SHARED_CHUNKS = {
  // A browser keeps it when the site is deployed anew.
  react: [
    ...["react", "react-dom", "scheduler", "react-router", "react-router-dom", "turbo-stream"],
    ...["@remix-run/react", "@remix-run/router"],
  ].map((name) => `/node_modules/${name}/`),
  passkeys: ["/node_modules/@simplewebauthn/browser/"],
  forms: [
    "/node_modules/@conform-to/",
    "/app/components/accounts/current-password-field.tsx",
    "/app/components/ui/character-counter.tsx",
    "/app/components/ui/field.tsx",
  ],
  // What shows dates, numbers, people and lists, and what sends a button.
  content: [
    "/app/components/edit-links.tsx",
    "/app/components/people/person-link.tsx",
    ...["await-data", "badge", "card", "date-time", "empty-state", "feed-links", "form-alert"].map(
      ui,
    ),
    ...["form-key-field", "linkified-text", "pagination", "prose", "section", "skeleton"].map(ui),
    ...["stars", "tab-links"].map(ui),
    "/app/utils/browser/defer-if-slow.ts",
    "/app/utils/format.ts",
    "/app/utils/forms/last-posted.ts",
    "/app/utils/seo/structured-data.ts",
  ],
  // What shows recommendations.
  engines: [
    "/app/components/recommendations/allocation-bar.tsx",
    "/app/components/recommendations/not-advice.tsx",
    "/app/components/track-record/engine-display.ts",
    "/app/utils/browser/client-cache.ts",
    "/app/utils/engine-page.ts",
  ],
  // What is around each page, which is what the root route imports, with the routes of its own forms.
  frame: [
    "/app/root.tsx",
    "/app/routes/logout.ts",
    "/app/routes/theme.ts",
    "/app/utils/cached-markup.tsx",
  ],
};

function ui(name: string): string {
  return `/app/components/ui/${name}.tsx`;
}

const sharedChunk = (id: string): string | undefined =>
  Object.entries(SHARED_CHUNKS).find(([, parts]) =>
    parts.some((part) => (part.endsWith("/") ? id.includes(part) : id.endsWith(part))),
  )?.[0];

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
