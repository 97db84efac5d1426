/** What the checks need besides the tests themselves. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { variables } from "~/config/env.server";
import { withDatabase } from "../../setup/database";

describe("the last line of the checks", () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "reports-"));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  function run(name: string, code: number, testResults?: object[], numPassedTests = 3) {
    writeFileSync(join(directory, `${name}.code`), `${code}\n`);
    if (!testResults) return;
    const report = { numPassedTests, numPendingTests: 1, numTodoTests: 1, testResults };
    writeFileSync(join(directory, `${name}.json`), JSON.stringify(report));
  }
  const count = (failedSteps = 0) => {
    const args = ["scripts/count-tests.mjs", String(failedSteps), directory];
    const { stdout, status } = spawnSync(process.execPath, args, { encoding: "utf8" });
    return { lines: stdout.trimEnd().split("\n"), status };
  };
  const file = (name: string, status: string, ...failed: string[]) => ({
    name: join(process.cwd(), name),
    status,
    assertionResults: [
      { status: "passed", fullName: "a hub has reviews" },
      ...failed.map((fullName) => ({ status: "failed", fullName })),
    ],
  });

  test("adds runs up, except one that did not take place", () => {
    run("tests", 0, [file("whole.test.ts", "passed")]);
    run("mongod", 75);
    expect(count()).toEqual({ lines: ["3 passed, 0 failed, 2 skipped"], status: 0 });
  });

  test("names failed tests, and files that could not be loaded", () => {
    const failing = file("tests/hubs.test.ts", "failed", "a hub has a form");
    run("tests", 1, [failing, file("tests/unloadable.test.ts", "failed")]);
    expect(count(2)).toEqual({
      lines: [
        "failed   tests/hubs.test.ts: a hub has a form",
        "failed   tests/unloadable.test.ts",
        "3 passed, 4 failed, 2 skipped",
      ],
      status: 1,
    });
  });

  test("counts a failed run without failed tests, a failed step, and no test at all as a failure", () => {
    run("crashed", 1, [file("whole.test.ts", "passed")]);
    run("killed", 137);
    expect(count()).toMatchObject({
      lines: ["failed   crashed", "failed   killed", "3 passed, 2 failed, 2 skipped"],
      status: 1,
    });
    rmSync(join(directory, "killed.code"));
    run("crashed", 0, [file("whole.test.ts", "passed")]);
    expect(count(1).status).toBe(1);
    run("crashed", 0, [], 0);
    expect(count().status).toBe(1);
  });
});

test("tests get no settings of the operator, but all other variables", async () => {
  for (const name of variables) vi.stubEnv(name, "theirs");
  vi.stubEnv("MONGODB_TEST_URI", "mongodb://h:1");
  await import("../../../vitest.config");
  const kept = variables.filter((name) => process.env[name] === "theirs");
  expect(kept).toEqual([]);
  expect(process.env.MONGODB_TEST_URI).toBe("mongodb://h:1");
  vi.unstubAllEnvs();
});

describe("a test's own database on a given server", () => {
  test.each([
    ["mongodb://h:1", "mongodb://h:1/t"],
    ["mongodb://h:1/", "mongodb://h:1/t"],
    ["mongodb://h:1,i:2/db?replicaSet=r", "mongodb://h:1,i:2/t?replicaSet=r"],
    ["mongodb://u:p@h", "mongodb://u:p@h/t?authSource=admin"],
    ["mongodb://u:p@h/db", "mongodb://u:p@h/t?authSource=db"],
    ["mongodb+srv://u:p@h/db?authSource=x", "mongodb+srv://u:p@h/t?authSource=x"],
  ])("%s", (uri, expected) => expect(withDatabase(uri, "t")).toBe(expected));
});
