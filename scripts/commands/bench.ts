/** `npm run bench`: measures the built site over loopback, empty of others; `--quick` for a glance. */
import { parseArgs } from "node:util";
import { fillCommunity, type Community } from "../bench/community";
import { fillHubs, hubTasks } from "../bench/hubs";
import { measure, type Figures, type Task } from "../bench/measure";
import { machine, table, type Row } from "../bench/report";
import { deepTasks, readingTasks, writingTasks } from "../bench/tasks";
import { dataDirectory, startSite, type Site } from "../bench/workshop";
import { ensureBuilt } from "../lib/build.mjs";
import { say } from "../lib/project.mjs";

const { values } = parseArgs({
  options: { quick: { type: "boolean", default: false } },
});
const SIZES = values.quick ? [1_000] : [1_000, 100_000];
const CONNECTIONS = [1, 10, 50];
/** The depth of a page is no question of how many ask for it at once. */
const DEEP_CONNECTIONS = [10];
const READING = { duration: values.quick ? 2 : 4 };
const WRITING = { amount: values.quick ? 100 : 300 };
/** Before a task is measured: what is compiled and read once is not what is asked. */
const WARM_UP = { amount: 100 };

await ensureBuilt();
console.log(`${machine()}\n`);
for (const size of SIZES) {
  const dataDir = dataDirectory(String(size));
  const community = await fill(dataDir, size);
  if (size === SIZES[0]) await fillHubs(dataDir);
  const site = await startSite(dataDir);
  console.log(`\n## ${size.toLocaleString("en")} articles\n`);
  await tell(site, readingTasks(community), CONNECTIONS);
  await tell(site, deepTasks(community), DEEP_CONNECTIONS);
  await tell(site, writingTasks(community), CONNECTIONS);
  if (size === SIZES[0]) await tell(site, hubTasks(), DEEP_CONNECTIONS);
  await site.stop();
}

async function fill(dataDir: string, size: number): Promise<Community> {
  const started = Date.now();
  const community = await fillCommunity(dataDir, size);
  say(`Stored ${size} articles in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
  return community;
}

/** Measures tasks one after the other and prints them as a table. */
async function tell(site: Site, tasks: readonly Task[], connections: readonly number[]) {
  const rows: Row[] = [];
  for (const task of tasks) {
    say(`Measuring ${task.name}`);
    const figures = new Map<number, Figures>();
    await measure(site.origin, task, 10, WARM_UP);
    for (const n of connections) {
      figures.set(n, await measure(site.origin, task, n, task.writes ? WRITING : READING));
    }
    rows.push({ name: task.name, figures });
  }
  console.log(`${table(rows, connections)}\n`);
}
