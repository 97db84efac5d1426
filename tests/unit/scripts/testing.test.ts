import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { variables } from "~/config/env.server";
import { withoutSettings } from "../../../scripts/lib/settings.mjs";
import { needsBrowser } from "../../../scripts/lib/test-arguments.mjs";
import { sumRuns, failures, line } from "../../../scripts/lib/test-counts.mjs";
import { withDatabase } from "../../setup/database";

test("tests get no settings of the operator, but all other variables", () => {
  const settings = Object.fromEntries(variables.map((name) => [name, "theirs"]));
  const rest = { PATH: "/usr/bin", MONGODB_TEST_URI: "mongodb://h:1" };
  expect(withoutSettings({ ...settings, ...rest })).toEqual(rest);
});

describe("a browser is needed", () => {
  test.each([
    [[], true],
    [["tests/unit/x.test.ts"], true],
    [["--project", "unit"], false],
    [["--project=server", "--project", "unit"], false],
    [["--project", "unit", "--project", "browser"], true],
    [["--project=*"], true],
    [["--project=!unit"], true],
    [["--project", "unit*", "--project=server*"], false],
    [["--project=brow*"], true],
    [["--project=!browser"], false],
  ])("%j: %s", (args, needed) => expect(needsBrowser(args)).toBe(needed));
});

describe("the count of tests", () => {
  const passing = {
    numPassedTests: 3,
    numFailedTests: 0,
    numPendingTests: 1,
    numTodoTests: 1,
    testResults: [{ status: "passed", assertionResults: [{ status: "passed" }] }],
  };
  const failing = {
    ...passing,
    numFailedTests: 2,
    testResults: [{ status: "failed", assertionResults: [{ status: "failed" }] }],
  };

  test("adds runs up, except one that did not take place", () => {
    const runs = [{ code: 0, report: passing }, { code: 1, report: failing }, { code: 75 }];
    expect(sumRuns(runs)).toEqual({ passed: 6, failed: 2, skipped: 4 });
  });

  test("counts a file that could not be loaded", () => {
    const unloadable = { status: "failed", assertionResults: [] };
    const report = { ...failing, testResults: [...failing.testResults, unloadable] };
    expect(sumRuns([{ code: 1, report }]).failed).toBe(3);
  });

  test("counts a failed run or step even without failed tests", () => {
    expect(sumRuns([{ code: 1 }]).failed).toBe(1);
    expect(sumRuns([{ code: 1, report: passing }]).failed).toBe(1);
    expect(sumRuns([{ code: 0, report: passing }], 2).failed).toBe(2);
  });

  test("names the failed tests, with their files", () => {
    const file = (name: string) => join(process.cwd(), "tests", name);
    const assertionResults = [
      { status: "passed", fullName: "a hub has reviews" },
      { status: "failed", fullName: "a hub has a form" },
    ];
    const testResults = [
      { status: "failed", name: file("hubs.test.ts"), assertionResults },
      { status: "failed", name: file("unloadable.test.ts"), assertionResults: [] },
      { status: "passed", name: file("whole.test.ts"), assertionResults: [] },
    ];
    expect(failures({ code: 1, report: { testResults } })).toEqual([
      "tests/hubs.test.ts: a hub has a form",
      "tests/unloadable.test.ts",
    ]);
    expect(failures({ code: 75 })).toEqual([]);
    expect(failures({ code: 1 })).toEqual([]);
  });

  test("is a single line", () => {
    expect(line({ passed: 12, failed: 0, skipped: 0 })).toBe("12 passed, 0 failed");
    expect(line({ passed: 12, failed: 1, skipped: 2 })).toBe("12 passed, 1 failed, 2 skipped");
  });
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
