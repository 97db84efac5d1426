import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { build, defineConfig, type Manifest, type Plugin } from "vite";
import remixOptions from "./remix.config.js";

declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true;
  }
}

const alias = { "~": fileURLToPath(new URL("./app", import.meta.url)) };

/**
 * Bundles the entry module of the worker threads, with a separate file for each job that is loaded when the job begins,
 * and gives the server its URL. Vite itself bundles workers only for browsers.
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
    if (Array.isArray(result) || !("output" in result)) {
      throw new Error("expected exactly one bundle");
    }
    const files = result.output
      .filter((one) => one.type === "chunk")
      .map(({ fileName, code, exports }) =>
        this.emitFile({ type: "prebuilt-chunk", fileName, code, exports }),
      );
    // The first file is the entry module.
    return `export const threadUrl = new URL(import.meta.ROLLUP_FILE_URL_${files[0]});`;
  },
});

/** Gives the server the paths of the files that the sign-in dialog needs, from the manifest of the client build. */
const dialogFiles = (): Plugin => {
  let clientBuild: string;
  return {
    name: "dialog-files",
    apply: (_, { command, isSsrBuild = false }) => command === "build" && isSsrBuild,
    configResolved({ root, build: { outDir } }) {
      clientBuild = resolve(root, outDir, "../client");
    },
    async load(id) {
      if (!id.endsWith("/app/utils/http/dialog-files.server.ts")) return null;
      const manifest = JSON.parse(
        await readFile(join(clientBuild, ".vite/manifest.json"), "utf8"),
      ) as Manifest;
      const names = new Set(["app/components/accounts/account-dialog.tsx"]);
      for (const name of names) manifest[name]!.imports?.forEach((other) => names.add(other));
      const files = [...names].map((name) => `/${manifest[name]!.file}`);
      return `export const dialogFiles = ${JSON.stringify(files)};`;
    },
  };
};

/**
 * Modules that many pages need, grouped into a few files. Passkeys have their own file: the bundler would otherwise add
 * this small module to a file that other pages fetch.
 */
const SHARED_CHUNKS = {
  // Browsers keep this file in their cache when a new version of the site is deployed.
  react: [
    ...["react", "react-dom", "scheduler", "react-router", "react-router-dom", "turbo-stream"],
    ...["@remix-run/react", "@remix-run/router"],
  ].map((name) => `/node_modules/${name}/`),
  passkeys: ["/node_modules/@simplewebauthn/browser/"],
  forms: [
    "/node_modules/@conform-to/",
    "/app/components/accounts/fields.tsx",
    "/app/components/ui/field.tsx",
  ],
  // Dates, numbers, people, lists and buttons.
  content: [
    "/app/components/edit-links.tsx",
    "/app/components/people/person-link.tsx",
    ...["card", "linkified-text", "list", "loading", "stars"].map(ui),
    "/app/utils/browser/defer-if-slow.ts",
    "/app/utils/format.ts",
    "/app/utils/forms/last-posted.ts",
    "/app/utils/seo/structured-data.ts",
  ],
  // Recommendations.
  engines: [
    "/app/components/recommendations/allocation-bar.tsx",
    "/app/components/recommendations/not-advice.tsx",
    "/app/components/track-record/engine-display.ts",
    "/app/utils/browser/client-cache.ts",
    "/app/utils/engine-page.ts",
  ],
  // The frame of every page: the imports of the root route, and the routes of its forms.
  frame: [
    "/app/root.tsx",
    "/app/routes/logout.ts",
    "/app/routes/theme.ts",
    ui("badge"),
    ui("date-time"),
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

export default defineConfig(({ isSsrBuild, command }) => ({
  plugins: [tailwindcss(), remix(remixOptions), workerThread(), dialogFiles()],
  resolve: { alias },
  ssr:
    command === "serve"
      ? // The workspace package is TypeScript. The lexicon's package contains ES modules without declaring them.
        { noExternal: ["embedded-mongo", "vader-sentiment"], external: ["lmdb", "bson"] }
      : // All other packages are bundled, because loading their thousands of files takes a third of a start. These are
        // native, or depend on the order in which their modules are loaded.
        { noExternal: true, external: ["lmdb", "@node-rs/argon2", "@simplewebauthn/server"] },
  // So that only the variant for production of React is bundled.
  define: isSsrBuild ? { "process.env.NODE_ENV": JSON.stringify("production") } : {},
  build: {
    target: "es2022",
    // Its output is 5 % smaller than that of esbuild.
    minify: isSsrBuild ? false : "terser",
    terserOptions: { compress: { passes: 2 }, format: { comments: false } },
    // Nothing is inlined, because data: URLs would need an exception in the Content-Security-Policy.
    assetsInlineLimit: 0,
    // Many small files would be fetched one after another over HTTP/1.1, while larger ones would contain code that a
    // page does not need.
    rollupOptions: {
      output: {
        experimentalMinChunkSize: 500,
        ...(isSsrBuild ? {} : { manualChunks: sharedChunk }),
      },
    },
  },
}));
