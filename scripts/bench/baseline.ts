/** Builds and starts the baseline, a bare Remix site for comparison, in the directory of the run. */
import { cpSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { run } from "../lib/child.mjs";
import { freePort } from "../lib/free-port.mjs";
import { inProject, ScriptError } from "../lib/project.mjs";
import { dataDirectory, endWithRun, startServer, type Server } from "./workshop";

export const BASELINE_LIST = "/";
export const BASELINE_API = "/api/articles";

/** @throws ScriptError if the baseline cannot be built or started */
export async function startBaseline(): Promise<Server> {
  const directory = dataDirectory("baseline");
  cpSync(inProject("scripts/bench/baseline"), directory, { recursive: true });
  symlinkSync(inProject("node_modules"), join(directory, "node_modules"), "junction");
  const code = await run(
    process.execPath,
    [
      inProject("node_modules/@remix-run/dev/dist/cli.js"),
      ...["vite:build", directory, "--logLevel", "error"],
    ],
    {
      env: { ...process.env, NODE_ENV: "production" },
      stdio: ["ignore", "ignore", "inherit"],
      onStart: endWithRun,
    },
  );
  if (code !== 0) throw new ScriptError("The baseline could not be built.");
  return startServer("scripts/bench/baseline-process.mjs", BASELINE_LIST, {
    cwd: directory,
    // With port 0, remix-serve would print 0 instead of the port that it listens on.
    env: { HOST: "127.0.0.1", PORT: String(await freePort()) },
  });
}
