/**
 * `npm run bench`: measures the built site over loopback, empty of others; `--quick` for a glance,
 * `--only pages`, `--only generation` or `--only search` for a part.
 */
import { parseArgs } from "node:util";
import { fillCommunity, type Community } from "../bench/community";
import {
  fillWeek,
  measureGeneration,
  measurePages,
  type GenerationFigures,
} from "../bench/generation";
import { fillHubs, hubTasks } from "../bench/hubs";
import { measure, type Figures, type Task } from "../bench/measure";
import { machine, plainTable, table, type Row } from "../bench/report";
import { fillDocuments, measureSearch, searches, type SearchFigures } from "../bench/search";
import { deepTasks, readingTasks, writingTasks } from "../bench/tasks";
import { dataDirectory, startSite, type Site } from "../bench/workshop";
import { ensureBuilt } from "../lib/build.mjs";
import type { Command } from "../lib/command";
import { say } from "../lib/project.mjs";

const { values } = parseArgs({
  // The command's own name comes before its options.
  args: process.argv.slice(3),
  options: { quick: { type: "boolean", default: false }, only: { type: "string" } },
});
const SIZES = values.quick ? [1_000] : [1_000, 100_000];
/** How many documents a week's sentiment is made from. */
const WEEKS = values.quick ? [1_000, 10_000] : [1_000, 10_000, 100_000];
/** What is asked for while a recommendation is made. */
const PAGES = ["/", "/community"];
/** How many documents are searched, articles, reviews and comments together. */
const SEARCHED = values.quick ? [1_000, 10_000] : [1_000, 100_000];
/** How often each search is made. */
const SEARCHES = values.quick ? 10 : 50;
/** How often each generation is measured; the slowest is told. */
const TIMES = 3;
const CONNECTIONS = [1, 10, 50];
/** The depth of a page is no question of how many ask for it at once. */
const DEEP_CONNECTIONS = [10];
const READING = { duration: values.quick ? 2 : 4 };
const WRITING = { amount: values.quick ? 100 : 300 };
/** Before a task is measured: what is compiled and read once is not what is asked. */
const WARM_UP = { amount: 100 };

async function benchPages() {
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

/** Measures a sentiment recommendation, alone and while people read. */
async function benchGeneration() {
  const rows: string[][] = [];
  for (const size of WEEKS) {
    const dataDir = dataDirectory(`week-${size}`);
    const { token, documents, mentions, scoringSeconds } = await fillWeek(dataDir, size);
    const inWords = `${documents.toLocaleString("en")} documents, ${mentions.toLocaleString("en")} mentions`;
    say(
      `Found and scored the mentions of ${inWords} in ${scoringSeconds.toFixed(1)} s of processor time.`,
    );
    const site = await startSite(dataDir);
    const quiet = await measurePages(site, PAGES);
    const alone: GenerationFigures[] = [];
    const besides: GenerationFigures[] = [];
    for (let time = 0; time < TIMES; time += 1) {
      alone.push(await measureGeneration(site, token));
      besides.push(await measureGeneration(site, token, PAGES));
    }
    await site.stop();
    rows.push(
      [inWords, "only pages", "", ...cells([quiet])],
      ["", "generation alone", seconds(alone), ...cells(alone)],
      ["", "generation and pages", seconds(besides), ...cells(besides)],
    );
  }
  console.log(`\n## A sentiment recommendation\n`);
  const heads = [
    "in the week",
    "",
    "made in",
    "event loop held, at most",
    "pages meanwhile, median",
    "at most",
  ];
  console.log(`${plainTable([heads, ...rows])}\n`);
}

/** Measures searches for words that are rare and common, by those who come to them one at a time. */
async function benchSearch() {
  const figures: SearchFigures[][] = [];
  for (const size of SEARCHED) {
    const dataDir = dataDirectory(`search-${size}`);
    const started = Date.now();
    await fillDocuments(dataDir, size);
    say(`Stored ${size} documents in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
    const site = await startSite(dataDir);
    const measured: SearchFigures[] = [];
    for (const { q } of Object.values(searches)) {
      measured.push(await measureSearch(site, `/search?${new URLSearchParams({ q })}`, SEARCHES));
    }
    figures.push(measured);
    await site.stop();
  }
  const heads = SEARCHED.flatMap((size) => [
    `${size.toLocaleString("en")} documents`,
    "at most",
    "event loop held, at most",
  ]);
  const rows = Object.values(searches).map(({ name }, i) => [
    name,
    ...figures.flatMap((measured) => {
      const { middleMs, slowestMs, heldMs } = measured[i]!;
      return [middleMs, slowestMs, heldMs].map((ms) => `${Math.round(ms)} ms`);
    }),
  ]);
  console.log(`\n## The search\n\n${plainTable([["", ...heads], ...rows])}\n`);
}

const seconds = (figures: readonly GenerationFigures[]) =>
  `${Math.max(...figures.map((figure) => figure.seconds)).toFixed(2)} s`;

function cells(figures: readonly Omit<GenerationFigures, "seconds">[]): string[] {
  const held = Math.max(...figures.map(({ heldMs }) => heldMs));
  const pages = figures.flatMap(({ pagesMs }) => pagesMs).sort((a, b) => a - b);
  const middle = pages[Math.floor(pages.length / 2)];
  const slowest = pages.at(-1);
  return [held, middle, slowest].map((ms) => (ms === undefined ? "" : `${Math.round(ms)} ms`));
}

export const run: Command = async () => {
  await ensureBuilt();
  console.log(`${machine()}\n`);
  const isWanted = (part: string) => (values.only ?? part) === part;
  if (isWanted("pages")) await benchPages();
  if (isWanted("generation")) await benchGeneration();
  if (isWanted("search")) await benchSearch();
  return 0;
};
