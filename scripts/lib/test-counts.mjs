/** Adds up the results of test runs and formats them in one line. */
import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";

/** The exit code of a run that did not take place. */
export const NOT_RUN = 75;

/**
 * @typedef {{ code: number, report?: any }} Run an exit code, and vitest's JSON report if there is one
 * @param {string} path the path without the ending: `PATH.code` and `PATH.json` are read
 * @returns {Run}
 */
export function readRun(path) {
  return {
    code: Number(readFileSync(`${path}.code`, "utf8")),
    report: existsSync(`${path}.json`)
      ? JSON.parse(readFileSync(`${path}.json`, "utf8"))
      : undefined,
  };
}

/**
 * @param {Run[]} runs
 * @param {number} failures failures outside the runs
 */
export function sumRuns(runs, failures = 0) {
  const counts = { passed: 0, failed: failures, skipped: 0 };
  for (const { code, report } of runs) {
    if (code === NOT_RUN) continue;
    const failed = report ? report.numFailedTests + filesWithoutFailedTest(report) : 0;
    counts.passed += report?.numPassedTests ?? 0;
    counts.skipped += (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0);
    // A failure that belongs to no test (a crash, an error between two tests) counts as one.
    counts.failed += code !== 0 && failed === 0 ? 1 : failed;
  }
  return counts;
}

/** The number of files that failed without a failed test: they could not be loaded, or a hook failed. */
function filesWithoutFailedTest(/** @type {any} */ report) {
  return report.testResults.filter(
    (/** @type {any} */ file) => file.status === "failed" && !file.assertionResults.some(isFailed),
  ).length;
}

/**
 * Returns the failed tests, each with its file, and the files that failed without a failed test.
 *
 * @param {Run} run
 * @returns {string[]}
 */
export const failures = ({ code, report }) =>
  code === NOT_RUN || !report
    ? []
    : report.testResults
        .filter((/** @type {any} */ file) => file.status === "failed")
        .flatMap((/** @type {any} */ file) => {
          const tests = file.assertionResults.filter(isFailed);
          const path = relative(process.cwd(), file.name);
          if (tests.length === 0) return [path];
          return tests.map((/** @type {any} */ test) => `${path}: ${test.fullName}`);
        });

const isFailed = (/** @type {any} */ test) => test.status === "failed";

/** @param {{ passed: number, failed: number, skipped: number }} counts */
export function line({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
