import { readFileSync } from "node:fs";

interface RouteFiles {
  module: string;
  imports: string[];
}

/** The files of the client build that the browser fetches for each route. */
export function clientManifest(): { entry: RouteFiles; routes: Record<string, RouteFiles> } {
  // The directory may contain manifests of earlier builds, so the server's build names the current one.
  const [url] = /\/assets\/manifest-[0-9a-f]+\.js/.exec(
    readFileSync("build/server/index.js", "utf8"),
  )!;
  const script = readFileSync(`build/client${url}`, "utf8");
  return JSON.parse(script.replace(/^window\.__remixManifest=/, "").replace(/;\s*$/, ""));
}
