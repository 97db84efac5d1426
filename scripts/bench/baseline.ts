/** The bare Remix site that ours is measured beside: built and started in the directory of the run. */
import { cpSync, symlinkSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { run } from "../lib/child.mjs";
import { inProject, ScriptError } from "../lib/project.mjs";
import { dataDirectory, endWithRun, startServer, type Server } from "./workshop";

export const BASELINE_LIST = "/";
export const BASELINE_API = "/api/articles";

/** @throws ScriptError when it cannot be built or started */
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
    env: { HOST: "127.0.0.1", PORT: String(await freePort()) },
  });
}

/** remix-serve prints the port that it was given, so that it cannot be asked to find one. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}
