/** Measures the pages of a small and a large community, and compares them with the baseline. */
import { cpSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { say, ScriptError } from "../lib/project.mjs";
import { BASELINE_API, BASELINE_LIST, startBaseline } from "./baseline";
import { fillCommunity, type Community } from "./community";
import type { BenchExtent } from "./extent";
import type { Figures, Results } from "./figures";
import { allHubs, fillHubs, hubTasks } from "./hubs";
import { HEADERS, measure, type MeasurementLength, type Task } from "./measure";
import * as report from "./page-report";
import {
  baselineOf,
  COMPARED,
  CONNECTIONS,
  FEW,
  groups,
  isForSignedIn,
  type Memory,
} from "./page-report";
import { fillRecommendations } from "./recommendations";
import { table, type Row } from "./report";
import { measureInTurns, type Plan, type Target } from "./rounds";
import { comparedTasks, deepTasks, signedIn, writingTasks, type ComparedTask } from "./tasks";
import { dataDirectory, startSite, type Server } from "./workshop";

/** How long it takes until views are stored, which happens once a second. */
const VIEWS_STORED_MS = 1_500;

interface Filled {
  dataDir: string;
  community: Community;
  tasks: ComparedTask[];
}

async function fill(
  size: number,
  hubs: Parameters<typeof fillHubs>[1] = ["macro"],
): Promise<Filled> {
  const started = Date.now();
  const dataDir = dataDirectory(String(size));
  await fillHubs(dataDir, hubs);
  const community = await fillCommunity(dataDir, size);
  await fillRecommendations(dataDir);
  say(`Stored ${inWords(size)} in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
  return { dataDir, community, tasks: comparedTasks(community) };
}

/** Copies the data for a site that runs with other settings. */
function copyOf({ dataDir }: Filled, name: string): string {
  const copy = dataDirectory(name);
  cpSync(dataDir, copy, { recursive: true });
  return copy;
}

const inWords = (size: number) => `${size.toLocaleString("en")} articles`;

/** The plan of measurements, which is the same for all parts, so that they can be compared. */
const planOf = (extent: BenchExtent, connections: readonly number[]): Plan => ({
  connections,
  rounds: (n) => (n === FEW ? extent.comparedRounds : extent.rounds),
  seconds: extent.seconds,
  warmUpSeconds: extent.warmUpSeconds,
});

/** @returns the section of the report about pages */
export async function benchPages(extent: BenchExtent): Promise<string> {
  const [size, many] = extent.sizes;
  const small = await fill(size, allHubs);
  const large = many === undefined ? undefined : await fill(many);
  const unkept = copyOf(small, "not-kept");
  const baseline = await startBaseline();
  const memory: Memory[] = [];
  const note = (server: string, after: string, { usage }: Server) => {
    const used = usage();
    if (used) memory.push({ server, after, ...used });
  };

  const site = await startSite(small.dataDir);
  const largeSite = large && (await startSite(large.dataDir));
  say(`Measuring pages of ${extent.sizes.map(inWords).join(" and of ")}`);
  const plain = await measureInTurns(
    [
      ...baselineTargets(baseline),
      ...alternating(
        targets(site, small, groups.anonymous, groups.signedIn),
        large && largeSite
          ? targets(largeSite, large, groups.largeAnonymous, groups.largeSignedIn)
          : [],
      ),
    ],
    planOf(extent, CONNECTIONS),
  );
  note(groups.baseline, "reading", baseline);
  note(inWords(size), "reading", site);
  if (large && largeSite) note(inWords(large.community.size), "reading", largeSite);

  say("Measuring pages while somebody posts");
  const beside = await measureInTurns(
    [
      ...baselineTargets(baseline),
      ...small.tasks.map((task) => ({
        ...target(groups.anonymous, site, task, task.write),
        prepare: preparationOf(task, site, small),
      })),
    ],
    planOf(extent, COMPARED),
  );
  note(inWords(size), "reading while somebody posts", site);

  const uncached = await startSite(unkept, { PAGE_CACHE_MB: "0" });
  say("Measuring pages with none kept");
  const notKept = await benchNotKept(small, uncached, baseline, extent);
  note(inWords(size), "reading with no page kept", uncached);
  await uncached.stop();
  note(groups.baseline, "all", baseline);
  await baseline.stop();

  const further: string[] = [];
  for (const [{ community }, server] of [
    [small, site],
    ...(large && largeSite ? [[large, largeSite] as const] : []),
  ] as const) {
    say(`Measuring lists and writing, ${inWords(community.size)}`);
    const depth = [...deepTasks(community), ...(server === site ? hubTasks() : [])];
    further.push(
      `### ${inWords(community.size)}, lists and hubs`,
      await oneByOne(server, depth, [FEW], { duration: extent.seconds }),
      `### ${inWords(community.size)}, writing`,
      await oneByOne(server, writingTasks(community), CONNECTIONS, { amount: extent.writes }),
    );
    note(inWords(community.size), "writing", server);
    await server.stop();
  }

  const results = { plain, beside, notKept };
  const { tasks } = small;
  return [
    `### Beside the baseline`,
    "How many times the requests per second of the baseline's list each page has, with 10 and 50 connections; `/api/articles` is set beside the baseline's own.",
    report.ratioTable(tasks, results),
    ...(large
      ? [
          `### What ${inWords(large.community.size)} cost`,
          `In parts of what ${inWords(size)} cost, with ${FEW} connections.`,
          report.sizeTable(tasks, results),
        ]
      : []),
    "### Resident memory",
    report.memoryTable(memory),
    `### ${inWords(size)}`,
    report.detailTable(plain, detailRows(tasks, groups.anonymous, groups.signedIn), CONNECTIONS),
    ...(large
      ? [
          `### ${inWords(large.community.size)}`,
          report.detailTable(
            plain,
            siteRows(tasks, groups.largeAnonymous, groups.largeSignedIn),
            CONNECTIONS,
          ),
        ]
      : []),
    "### While somebody posts once a second",
    report.detailTable(beside, detailRows(tasks, groups.anonymous), COMPARED),
    "### With no page kept",
    report.uncachedTable(tasks, results),
    ...further,
  ].join("\n\n");
}

/**
 * Reads the measured articles twice, as the visitor and as the member of the measurements, so that they are cached.
 * The first read counts as a view, which changes the article's page.
 */
async function keepArticles({ origin }: Server, { community }: Filled): Promise<void> {
  const { articleIds, writer } = community;
  for (let time = 0; time < 2; time += 1) {
    for (const id of articleIds) {
      for (const headers of [HEADERS, { ...HEADERS, cookie: writer.cookie }]) {
        await (await fetch(`${origin}/article/${id}`, { headers })).arrayBuffer();
      }
    }
    await wait(VIEWS_STORED_MS);
  }
}

/** Measures all pages together with the baseline, then the render of each page alone. */
async function benchNotKept(
  { tasks }: Filled,
  site: Server,
  baseline: Server,
  extent: BenchExtent,
): Promise<Results> {
  const results = await measureInTurns(
    [...baselineTargets(baseline), ...tasks.map((task) => target(groups.anonymous, site, task))],
    planOf(extent, [FEW]),
  );
  for (const task of tasks) {
    const figures = await measure(site, task, 1, { amount: extent.renders });
    results.add({ group: groups.anonymous, page: task.name, connections: 1 }, figures);
  }
  return results;
}

/** @returns the section of the report that compares two processes with one */
export async function benchProcesses(extent: BenchExtent): Promise<string> {
  const small = await fill(extent.sizes[0]);
  const copies = [copyOf(small, "two-processes"), copyOf(small, "other")] as const;
  // Pinned, because a single process would use the second core for its threads for garbage collection and compilation.
  const one = await startSite(small.dataDir, {}, "0");
  const two = await startSite(copies[0], { WEB_CONCURRENCY: "2" }, "0,1");
  const other = await startSite(copies[1], {}, "1");
  const usage = two.usage();
  // A primary and two workers are expected.
  if (usage && usage.processes < 3) {
    throw new ScriptError("The site did not start two worker processes.");
  }
  const arePinned = [one, two, other].every(({ isPinned }) => isPinned);
  const tasks = small.tasks.filter(isForSignedIn);
  say("Measuring two processes beside one");
  const results = await measureInTurns(
    tasks.flatMap((task) => {
      const asked = { page: task.name, task: signedIn(task, small.community) };
      return [
        { ...asked, group: groups.signedIn, server: one },
        { ...asked, group: groups.twoProcesses, server: two },
        { ...asked, group: groups.twoSites, server: one, neighbour: other },
      ];
    }),
    {
      ...planOf(extent, COMPARED),
      rounds: () => extent.processes.rounds,
      warmUpSeconds: extent.processes.warmUpSeconds,
    },
  );
  const memory = [one, two].flatMap((server, i) => {
    const used = server.usage();
    const name = i ? "the largest of two processes" : "one process";
    return used ? [{ server: name, after: "reading", ...used }] : [];
  });
  for (const server of [one, two, other]) await server.stop();
  return [
    `Signed in, ${inWords(extent.sizes[0])}. ${
      arePinned
        ? "One process has one core for all of its threads, and two have two; on a machine with no others the load generator shares them."
        : "The system cannot keep processes to some cores, so that the threads of one use others as well."
    } Beside them stands what two sites of one process each serve at the same time, which have nothing in common but the machine.`,
    ...COMPARED.flatMap((connections) => [
      `### ${connections} connections`,
      report.processTable(tasks, results, connections),
    ]),
    "### Resident memory",
    report.memoryTable(memory),
  ].join("\n\n");
}

const baselineTargets = (server: Server): Target[] => [
  baselineTarget(server, baselineOf({ kind: "page" }), BASELINE_LIST),
  baselineTarget(server, baselineOf({ kind: "api" }), BASELINE_API),
];

function baselineTarget(server: Server, page: string, path: string): Target {
  const task = { name: `the baseline's ${page}`, request: { path } };
  return { group: groups.baseline, page, server, task };
}

const target = (
  group: string,
  server: Server,
  task: ComparedTask,
  write?: ComparedTask["write"],
): Target => ({ group, page: task.name, server, task, ...(write && { write }) });

/** All pages for an anonymous visitor, and those that are also measured with a session. */
const targets = (server: Server, filled: Filled, anonymous: string, member: string): Target[] => [
  ...filled.tasks.map((task) => ({
    ...target(anonymous, server, task),
    prepare: preparationOf(task, server, filled),
  })),
  ...filled.tasks.filter(isForSignedIn).map((task) => ({
    ...target(member, server, task),
    task: signedIn(task, filled.community),
    prepare: preparationOf(task, server, filled),
  })),
];

/** Alternates between the pages of two sites, so that a slow period of the machine affects both. */
const alternating = (one: readonly Target[], other: readonly Target[]): Target[] =>
  one.flatMap((target, i) => [target, ...other.slice(i, i + 1)]);

/** Refills the cache before articles are measured, because posts and upkeep have invalidated some of them. */
const preparationOf =
  ({ request }: Task, server: Server, filled: Filled) =>
  async () => {
    if (typeof request === "function") await keepArticles(server, filled);
  };

const detailRows = (tasks: readonly ComparedTask[], ...names: [string, string?]) => [
  ...(["page", "api"] as const).map((kind) => ({
    ...{ group: groups.baseline, page: baselineOf({ kind }) },
    label: `baseline, ${baselineOf({ kind })}`,
  })),
  ...siteRows(tasks, ...names),
];

const siteRows = (tasks: readonly ComparedTask[], anonymous: string, member?: string) => [
  ...tasks.map(({ name: page }) => ({ group: anonymous, page, label: page })),
  ...(member
    ? tasks
        .filter(isForSignedIn)
        .map(({ name: page }) => ({ group: member, page, label: `${page}, signed in` }))
    : []),
];

const WARM_UP = { amount: 50 };

/** Measures tasks that are not compared with the baseline, each once. */
async function oneByOne(
  server: Server,
  tasks: readonly Task[],
  connections: readonly number[],
  extent: MeasurementLength,
): Promise<string> {
  const rows: Row[] = [];
  for (const task of tasks) {
    await measure(server, task, FEW, WARM_UP);
    const figures = new Map<number, Figures>();
    for (const n of connections) figures.set(n, await measure(server, task, n, extent));
    rows.push({ name: task.name, figures });
  }
  return table(rows, connections);
}
