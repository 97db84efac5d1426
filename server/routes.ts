/** Where the routes and files come from: the build, or Vite while one develops. */
import type { Server } from "node:http";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { createRequestHandler, type GetLoadContextFunction } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import type { RequestHandler } from "express";
import type {} from "~/utils/http/load-context";
import { assets } from "./middleware/assets";

/** What serves requests, and how to let go of what it holds. */
export interface Source {
  files: RequestHandler;
  routes: RequestHandler;
  close(): Promise<void>;
}

/** The build made by `npm run build`. */
export async function fromBuild(): Promise<Source> {
  const path = resolve("build/server/index.js");
  const build = (await import(pathToFileURL(path).href)) as ServerBuild;
  return {
    files: assets(resolve(build.assetsBuildDirectory)),
    routes: createRequestHandler({ build, getLoadContext, mode: "production" }),
    close: async () => {},
  };
}

/** Vite inside this server: it compiles what is asked for, and tells the browser what changed. */
export async function fromVite(server: Server): Promise<Source> {
  const [{ createServer }, { unstable_setDevServerHooks: setDevServerHooks }] = await Promise.all([
    import("vite"),
    import("@remix-run/server-runtime"),
  ]);
  const vite = await createServer({
    // Which site may call what is this server's to say, as it is with the build.
    server: { middlewareMode: true, hmr: { server }, cors: false },
    appType: "custom",
  });
  // Remix's own hooks also collect the styles of each page to put them into it. We link ours, and the
  // collecting makes Vite prepare the server's dependencies for the browser, which fails.
  setDevServerHooks({
    processRequestError: (error) => error instanceof Error && vite.ssrFixStacktrace(error),
  });
  const build = () => vite.ssrLoadModule("virtual:remix/server-build") as Promise<ServerBuild>;
  return {
    files: vite.middlewares,
    routes: createRequestHandler({ build, getLoadContext, mode: "development" }),
    close: () => vite.close(),
  };
}

const getLoadContext: GetLoadContextFunction = (req, res) => ({
  nonce: res.locals.nonce,
  requestId: res.locals.requestId,
  clientAddress: res.locals.clientAddress ?? "unknown",
  log: req.log,
});
