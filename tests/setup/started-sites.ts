/** The sites and databases that tests have started, and the function that ends them. */
import type { ChildProcess } from "node:child_process";
import { rm } from "node:fs/promises";

export interface Running {
  child: ChildProcess;
  ended: Promise<number | null>;
}

export const running = new Set<Running>();
export const directories = new Set<string>();
/** Cleanup functions to call after the sites have ended. */
export const cleanups = new Set<() => Promise<void>>();

export async function endSites(): Promise<void> {
  for (const { child } of running) child.kill("SIGKILL");
  await Promise.all([...running].map(({ ended }) => ended));
  for (const end of cleanups) await end();
  cleanups.clear();
  for (const directory of directories) await rm(directory, { recursive: true, force: true });
  directories.clear();
}
