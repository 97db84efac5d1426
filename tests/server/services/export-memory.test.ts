/** What a copy of ten thousand pieces takes of memory, in a process that does nothing else. */
import { fork, type ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, inject, test } from "vitest";
import type { MeasuredExport } from "../../setup/export-process";

const SCRIPT = fileURLToPath(new URL("../../setup/export-process.mjs", import.meta.url));
const MOST_BYTES = 50_000_000;

test("under 50 MB more, and every piece is there", async () => {
  const { counts, textBytes, memory } = await measureExport();
  for (const [kind, { stored, copied }] of Object.entries(counts)) {
    expect(copied, kind).toBe(stored);
  }
  const { articles, reviews, comments } = counts;
  expect(articles!.stored + reviews!.stored + comments!.stored).toBe(10_000);
  // Otherwise whoever kept it all in memory would pass.
  expect(textBytes).toBeGreaterThan(1.1 * MOST_BYTES);
  // Of what cannot be freed: how much garbage waits beside it is the machine's choice.
  expect(memory).toBeLessThan(MOST_BYTES);
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

/** @throws with what the process has written, if it ends without an answer */
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
