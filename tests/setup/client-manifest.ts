import { readFileSync } from "node:fs";

interface RouteFiles {
  module: string;
  imports: string[];
}

/** Which files of the client build the browser fetches for what. */
export function clientManifest(): { entry: RouteFiles; routes: Record<string, RouteFiles> } {
  // Files of earlier builds may lie beside it.
  const [url] = /\/assets\/manifest-[0-9a-f]+\.js/.exec(
    readFileSync("build/server/index.js", "utf8"),
  )!;
  const script = readFileSync(`build/client${url}`, "utf8");
  return JSON.parse(script.replace(/^window\.__remixManifest=/, "").replace(/;\s*$/, ""));
}
