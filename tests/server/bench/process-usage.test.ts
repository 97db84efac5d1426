/** What the system is asked of the processes that are measured. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { pinTo } from "../../../scripts/bench/process-usage";

test.skipIf(!existsSync("/usr/bin/taskset"))(
  "all threads of a process are kept to a core",
  async () => {
    const child = spawn(process.execPath, [
      "-e",
      "console.log('here'); setInterval(() => {}, 1e6)",
    ]);
    try {
      await once(child.stdout, "data");
      expect(pinTo([child.pid!], "0")).toBe(true);
      const status = readFileSync(`/proc/${child.pid!}/status`, "utf8");
      expect(status).toMatch(/^Cpus_allowed_list:\s+0$/m);
    } finally {
      child.kill();
      await once(child, "close");
    }
  },
);

test("a process cannot be kept to a core that is not there", () => {
  expect(pinTo([process.pid], "1023")).toBe(false);
});
