/** Loads the application from the build, or from Vite in development. */
import { readdirSync } from "node:fs";
import { createServer as createHttpServer, type Server } from "node:http";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { createRequestHandler, type GetLoadContextFunction } from "@remix-run/express";
import { createRequestHandler as createFetchHandler, type ServerBuild } from "@remix-run/node";
import type { RequestHandler } from "express";
import type { Lifecycle } from "~/lifecycle.server";
import type {} from "~/utils/http/load-context";
import { findMethods } from "./allowed-methods";
import { assets } from "./middleware/assets";
import type { RenderPage } from "./page-cache/page-cache";
import { narrowBuild } from "./route-candidates";

/** The application, open and ready to serve. */
export interface Source {
  lifecycle: Lifecycle;
  files: RequestHandler;
  routes: RequestHandler;
  /** The methods that an address takes, or `null` if there is nothing at that address; in development not known. */
  methodsAt?: (address: string) => readonly string[] | null;
  /** Renders a page for the page cache; `null` in development, which has none. */
  render: RenderPage | null;
  /** Connects it to the HTTP server that serves it. */
  attach(server: Server): void;
  close(): Promise<void>;
}

const lifecycleOf = (build: ServerBuild) =>
  (build.entry.module as unknown as { lifecycle: Lifecycle }).lifecycle;

/** Loads the build made by `npm run build`. */
export async function fromBuild(): Promise<Source> {
  const path = resolve("build/server/index.js");
  const build = (await import(pathToFileURL(path).href)) as ServerBuild;
  const lifecycle = lifecycleOf(build);
  const directory = resolve(build.assetsBuildDirectory);
  const files = readdirSync(directory, { recursive: true, encoding: "utf8" });
  return {
    lifecycle,
    attach: () => {},
    files: assets(directory),
    methodsAt: findMethods(build, new Set(files.map((file) => `/${file}`)), lifecycle.methodsOf),
    ...handlersOf(build),
    close: async () => {},
  };
}

/** Handles each request with a build of only the routes that can match it; see `narrowBuild`. */
function handlersOf(build: ServerBuild): Pick<Source, "routes" | "render"> {
  const narrowed = narrowBuild(build);
  const handlers = new WeakMap<ServerBuild, { serve: RequestHandler; render: RenderPage }>();
  const handlerFor = (address: string) => {
    const build = narrowed(address);
    const known = handlers.get(build);
    if (known) return known;
    const mode = "production";
    const made = {
      serve: createRequestHandler({ build, getLoadContext, mode }),
      render: createFetchHandler(build, mode),
    };
    handlers.set(build, made);
    return made;
  };
  return {
    routes: (req, res, next) => handlerFor(req.originalUrl).serve(req, res, next),
    render: (request, context) => {
      const { pathname, search } = new URL(request.url);
      return handlerFor(pathname + search).render(request, context);
    },
  };
}

/**
 * Runs Vite inside this server: it compiles modules on request, and tells the browser what has changed. A
 * change to the modules that hold the database connection (`app/models/connection.server.ts`) needs a restart.
 */
export async function fromVite(): Promise<Source> {
  // Vite needs a server for its WebSocket before the one that listens can be configured.
  const upgrades = createHttpServer();
  const [{ createServer }, { unstable_setDevServerHooks: setDevServerHooks }] = await Promise.all([
    import("vite"),
    import("@remix-run/server-runtime"),
  ]);
  const vite = await createServer({
    // This server handles CORS itself, as it does with the build.
    server: { middlewareMode: true, hmr: { server: upgrades }, cors: false },
    appType: "custom",
  });
  // Remix's own hooks also collect the styles of each page to inline them. Ours are linked, and collecting
  // them makes Vite prepare the server's dependencies for the browser, which fails.
  setDevServerHooks({
    processRequestError: (error) => error instanceof Error && vite.ssrFixStacktrace(error),
  });
  const build = () => vite.ssrLoadModule("virtual:remix/server-build") as Promise<ServerBuild>;
  return {
    lifecycle: lifecycleOf(await build()),
    attach: (server) =>
      void server.on("upgrade", (...request) => upgrades.emit("upgrade", ...request)),
    files: vite.middlewares,
    routes: createRequestHandler({ build, getLoadContext, mode: "development" }),
    render: null,
    close: () => vite.close(),
  };
}

const getLoadContext: GetLoadContextFunction = (req, res) => ({
  nonce: res.locals.nonce,
  requestId: res.locals.requestId,
  clientAddress: res.locals.clientAddress ?? "unknown",
  log: req.log,
});
