/**
 * A directory that all files of a run share, those of all projects, and that is gone when the run is over. It is the
 * run's directory for temporary files, too.
 */
import { mkdtemp, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    runDirectory: string;
  }
}

const IN_MEMORY = "/dev/shm";
/** Much more than a run needs. */
const ROOM_BYTES = 6 * 1024 ** 3;

/** Whether there is enough memory for the databases of a run: most tests would wait for the disk half of their time. */
async function hasRoomInMemory(): Promise<boolean> {
  const space = await statfs(IN_MEMORY).catch(() => null);
  if (!space) return false;
  return Math.min(space.bavail * space.bsize, process.availableMemory()) > ROOM_BYTES;
}

export default async function makeRunDirectory({
  vitest,
}: TestProject): Promise<(() => Promise<void>) | undefined> {
  // Another project has made it. Its templates take seconds to fill.
  if ("runDirectory" in vitest.getRootProject().getProvidedContext()) return undefined;
  const parent = (await hasRoomInMemory()) ? IN_MEMORY : tmpdir();
  const directory = await mkdtemp(join(parent, "test-run-"));
  process.env.TMPDIR = directory;
  vitest.provide("runDirectory", directory);
  return () => rm(directory, { recursive: true, force: true });
}
