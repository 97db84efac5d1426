/** The memory that the export of ten thousand texts takes, measured in a process that does nothing else. */
import { fork, type ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, inject, test } from "vitest";
import type { MeasuredExport } from "../../setup/export-process";

const SCRIPT = fileURLToPath(new URL("../../setup/export-process.mjs", import.meta.url));
const MAX_BYTES = 50_000_000;

test("an export takes less than 50 MB of memory, and is complete", async () => {
  const { counts, textBytes, memory } = await measureExport();
  for (const [kind, { stored, copied }] of Object.entries(counts)) {
    expect(copied, kind).toBe(stored);
  }
  const { articles, reviews, comments } = counts;
  expect(articles!.stored + reviews!.stored + comments!.stored).toBe(10_000);
  // The texts exceed the limit, so that an export that keeps them all in memory fails.
  expect(textBytes).toBeGreaterThan(1.1 * MAX_BYTES);
  // Measured after a garbage collection, because the amount of garbage varies.
  expect(memory).toBeLessThan(MAX_BYTES);
});

async function measureExport(): Promise<MeasuredExport> {
  const directory = await mkdtemp(join(inject("runDirectory"), "export-memory-"));
  const child = fork(SCRIPT, {
    env: { ...process.env, DATA_DIR: directory },
    execArgv: ["--expose-gc"],
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
  try {
    return await answerOf(child);
  } finally {
    child.kill("SIGKILL");
    await closed;
    await rm(directory, { recursive: true, force: true });
  }
}

/** @throws if the process ends without an answer, with its error output */
function answerOf(child: ChildProcess): Promise<MeasuredExport> {
  const errors = text(child.stderr!);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("message", (message) => resolve(message as MeasuredExport));
    child.once("close", (code, signal) => {
      void errors.then((written) => {
        reject(new Error(`the process ended with ${code ?? signal} and no answer:\n${written}`));
      });
    });
  });
}
