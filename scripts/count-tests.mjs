/**
 * The last line of `.ci/run`: adds up the test runs whose accounts are in a directory and the steps
 * that failed, and ends with a code to match. `node scripts/count-tests.mjs FAILED_STEPS DIRECTORY`
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { addUp, failures, line, readRun } from "./lib/test-counts.mjs";

const [failedSteps = "0", directory = "."] = process.argv.slice(2);
const runs = readdirSync(directory)
  .filter((name) => name.endsWith(".code"))
  .map((name) => readRun(join(directory, name.slice(0, -".code".length))));
const counts = addUp(runs, Number(failedSteps));
// What failed stands above in full; here it is found at once, and in an account that is cut off.
for (const name of runs.flatMap(failures)) console.log(`failed   ${name}`);
console.log(line(counts));
process.exit(counts.failed > 0 || counts.passed === 0 ? 1 : 0);
