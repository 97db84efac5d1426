import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { commandList } from "../../../scripts/lib/commands.mjs";

const script = fileURLToPath(new URL("../../../scripts/run-command.mjs", import.meta.url));
test("an unknown name lists the commands", () => {
  const { status, stderr, stdout } = spawnSync(process.execPath, [script, "../start"], {
    encoding: "utf8",
  });
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toContain('No command "../start".');
  expect(stderr).toContain(commandList());
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

test("commands are listed with the first line of their doc comments", () => {
  const directory = mkdtempSync(join(tmpdir(), "commands-"));
  try {
    expect(commandList(directory)).toBe("There are no commands.");
    writeFileSync(
      join(directory, "price-check.ts"),
      "/** `npm run price:check`: fills the database. */\nexport {};\n",
    );
    writeFileSync(join(directory, "user.ts"), "/**\n * Lists users.\n * More.\n */\n");
    writeFileSync(join(directory, "notes.txt"), "");
    expect(commandList(directory).split("\n")).toEqual([
      "Commands:",
      "  price:check  fills the database.",
      "  user         Lists users.",
    ]);
  } finally {
    rmSync(directory, { recursive: true });
  }
});
