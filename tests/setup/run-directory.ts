/** A directory that all files of a run share, and that is gone when the run is over. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    runDirectory: string;
  }
}

export default async function makeRunDirectory(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), "test-run-"));
  project.provide("runDirectory", directory);
  return () => rm(directory, { recursive: true, force: true });
}
