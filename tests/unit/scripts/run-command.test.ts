import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const script = fileURLToPath(new URL("../../../scripts/run-command.mjs", import.meta.url));
test("an unknown name lists the commands", () => {
  const { status, stderr, stdout } = spawnSync(process.execPath, [script, "../start"], {
    encoding: "utf8",
  });
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toMatch(/^No command "..\/start". Commands: .*events, .*prices:update, /);
});

test("an invalid environment is reported as at the start of the site", () => {
  const { status, stderr, stdout } = spawnSync(process.execPath, [script, "user", "list"], {
    encoding: "utf8",
    env: { ...process.env, PORT: "x", DEMO: "yes" },
  });
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toBe(
    [
      "The command cannot run with this environment:",
      "  PORT: must be a whole number from 0 to 65535",
      "  DEMO: must be one of 0, 1",
      "",
    ].join("\n"),
  );
});
