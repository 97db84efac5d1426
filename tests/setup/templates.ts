/** Data that is created once in a run; every test file that needs it gets a copy. */
import { existsSync } from "node:fs";
import { cp, mkdir, rename, rm, rmdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { inject } from "vitest";

/**
 * Fills a data directory with a copy of a template.
 *
 * @param name of the template
 * @param make fills a directory with the template and closes it; called for the first file that needs it
 */
export async function copyTemplate(
  name: string,
  directory: string,
  make: (directory: string) => Promise<void>,
): Promise<void> {
  const template = join(inject("runDirectory"), name);
  while (!existsSync(template)) await makeOrWait(template, make);
  await cp(template, directory, { recursive: true, filter: isData });
}

/** Locks and sockets belong to the processes that had the database open. */
const isData = (path: string) => !/^lock\.mdb$|\.sock$|\.pid$/.test(basename(path));

async function makeOrWait(template: string, make: (directory: string) => Promise<void>) {
  const lock = `${template}.lock`;
  try {
    await mkdir(lock);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    // Another test file is creating the template.
    return delay(50);
  }
  try {
    if (existsSync(template)) return;
    const draft = `${template}.draft`;
    // The draft of an attempt that failed.
    await rm(draft, { recursive: true, force: true });
    await make(draft);
    await rename(draft, template);
  } finally {
    await rmdir(lock);
  }
}
