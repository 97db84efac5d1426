/** Pinning of the measured processes to a CPU core. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { pinTo } from "../../../scripts/bench/process-usage";

test.skipIf(!existsSync("/usr/bin/taskset"))(
  "pins all threads of a process to a core",
  async () => {
    const child = spawn(process.execPath, [
      "-e",
      "console.log('here'); setInterval(() => {}, 1e6)",
    ]);
    try {
      await once(child.stdout, "data");
      expect(pinTo(child.pid!, "0")).toBe(true);
      const status = readFileSync(`/proc/${child.pid!}/status`, "utf8");
      expect(status).toMatch(/^Cpus_allowed_list:\s+0$/m);
    } finally {
      child.kill();
      await once(child, "close");
    }
  },
);

test("does not pin a process to a core that does not exist", () => {
  expect(pinTo(process.pid, "1023")).toBe(false);
});
