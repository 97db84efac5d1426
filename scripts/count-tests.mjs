/**
 * Prints the last line of `.ci/run`: adds up the failed steps and the test runs whose reports are in a
 * directory, and exits with a matching code. `node scripts/count-tests.mjs FAILED_STEPS DIRECTORY`
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/** The exit code of a run that did not take place. */
const NOT_RUN = "75";

const [failedSteps = "0", directory = "."] = process.argv.slice(2);
const counts = { passed: 0, failed: Number(failedSteps), skipped: 0 };
for (const file of readdirSync(directory).filter((name) => name.endsWith(".code"))) {
  const code = readFileSync(join(directory, file), "utf8").trim();
  if (code === NOT_RUN) continue;
  const report = join(directory, file.replace(/code$/, "json"));
  const results = existsSync(report)
    ? JSON.parse(readFileSync(report, "utf8"))
    : { testResults: [] };
  counts.passed += results.numPassedTests ?? 0;
  counts.skipped += (results.numPendingTests ?? 0) + (results.numTodoTests ?? 0);
  const failures = results.testResults.flatMap(failuresIn);
  // A run may also fail without a failed test: by a crash, or by an error between two tests.
  if (code !== "0" && !failures.length) failures.push(file.replace(/\.code$/, ""));
  counts.failed += failures.length;
  // The full failures are further up. This list is easier to find, and is still there if the log is cut off at the top.
  for (const name of failures) console.log(`failed   ${name}`);
}
const { passed, failed, skipped } = counts;
console.log(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ""}`);
process.exit(failed || !passed ? 1 : 0);

/** The failed tests of a file, or its path if it failed without one: it could not be loaded, or a hook failed. */
function failuresIn(/** @type {any} */ file) {
  const path = relative(process.cwd(), file.name);
  const failed = file.assertionResults.filter(
    (/** @type {any} */ test) => test.status === "failed",
  );
  if (file.status !== "failed" || failed.length) {
    return failed.map((/** @type {any} */ test) => `${path}: ${test.fullName}`);
  }
  return [path];
}
