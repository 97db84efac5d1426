/**
 * Prints the last line of `.ci/run`: adds up the failed steps and the test runs whose reports are in a
 * directory, and exits with a matching code. `node scripts/count-tests.mjs FAILED_STEPS DIRECTORY`
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { sumRuns, failures, line, readRun } from "./lib/test-counts.mjs";

const [failedSteps = "0", directory = "."] = process.argv.slice(2);
const runs = readdirSync(directory)
  .filter((name) => name.endsWith(".code"))
  .map((name) => readRun(join(directory, name.slice(0, -".code".length))));
const counts = sumRuns(runs, Number(failedSteps));
// The full failures are further up. This list is easier to find, and is still there if the log is cut off at the top.
for (const name of runs.flatMap(failures)) console.log(`failed   ${name}`);
console.log(line(counts));
process.exit(counts.failed > 0 || counts.passed === 0 ? 1 : 0);
