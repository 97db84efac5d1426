/** A directory that all files of a run share, those of all projects, and that is gone when the run is over. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    runDirectory: string;
  }
}

export default async function makeRunDirectory({
  vitest,
}: TestProject): Promise<(() => Promise<void>) | undefined> {
  // Another project has made it. Its templates take seconds to fill.
  if ("runDirectory" in vitest.getRootProject().getProvidedContext()) return undefined;
  const directory = await mkdtemp(join(tmpdir(), "test-run-"));
  vitest.provide("runDirectory", directory);
  return () => rm(directory, { recursive: true, force: true });
}
