import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { commandList, commandPath } from "../../../scripts/lib/commands.mjs";

const script = fileURLToPath(new URL("../../../scripts/run-command.mjs", import.meta.url));
const run = (...args: string[]) =>
  spawnSync(process.execPath, [script, ...args], { encoding: "utf8" });

test.each([["nonsense"], ["../start"], [""]])("an unknown name (%j) lists the commands", (name) => {
  const { status, stderr, stdout } = run(name);
  expect(status).toBe(2);
  expect(stderr).toMatch(name ? `No command "${name}".` : "Which command?");
  expect(stderr).toContain(commandList());
  expect(stdout).toBe("");
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

test("a colon in a name is a hyphen in its file, and other paths are not allowed", () => {
  expect(commandPath("prices:import")).toMatch(/commands[\\/]prices-import\.ts$/);
  for (const name of ["../seed", "a/b", "seed.ts", ":", "a::b", "Seed"]) {
    expect(commandPath(name)).toBeUndefined();
  }
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
