/** Creates the tables that compare the site's pages with the baseline. */
import type { Figures, Results } from "./figures";
import { cell, milliseconds, plainTable, times } from "./report";
import type { ComparedTask } from "./tasks";

/** The names of the groups among the results: the kind of visitor and the site. */
export const groups = {
  baseline: "baseline",
  anonymous: "anonymous",
  signedIn: "signed in",
  largeAnonymous: "anonymous, many articles",
  largeSignedIn: "signed in, many articles",
  twoProcesses: "two processes",
  twoSites: "two sites at once",
} as const;

type Page = Pick<ComparedTask, "name" | "kind">;

/** The page of the baseline that a page is compared with: its list, or its API call. */
export const baselineOf = ({ kind }: Pick<Page, "kind">) =>
  kind === "api" ? "`/api/articles`" : "list";

/** The goals: a multiple of the baseline's rate, or a maximum of milliseconds, of a ratio or of memory. */
const GOALS = {
  anonymous: { page: "10", feed: "10", api: "3" },
  beside: { page: "8", feed: "8", api: "" },
  signedIn: "0.8",
  p99: "25 ms",
  large: "1.2",
  processes: "1.6",
  memory: "300 MB",
} as const;

/** The results of one run: in normal operation, while a writer posts, and without the page cache. */
export interface PageResults {
  plain: Results;
  beside: Results;
  notKept: Results;
}

export const COMPARED = [10, 50];
export const CONNECTIONS = [1, ...COMPARED];
export const FEW = 10;

/** Whether a page is also measured with a session. API calls and feeds are not: their clients send no cookie. */
export const isForSignedIn = ({ kind }: Pick<Page, "kind">) => kind === "page";

/** A table of each page's requests per second, as a multiple of the baseline's. */
export function ratioTable(pages: readonly Page[], { plain, beside }: PageResults): string {
  const most = COMPARED.at(-1)!;
  const ratio = (results: Results, group: string, page: Page, connections: number) =>
    times(
      results.ratio(
        { group, page: page.name, connections },
        { group: groups.baseline, page: baselineOf(page), connections },
      ),
    );
  return plainTable([
    [
      "",
      ...[...COMPARED.map((n) => `anonymous, ${n}`), "goal", `p99, ${most}`, "goal"],
      ...[...COMPARED.map((n) => `with a writer, ${n}`), "goal"],
      ...[...COMPARED.map((n) => `signed in, ${n}`), "goal"],
    ],
    ...pages.map((page) => [
      page.name,
      ...COMPARED.map((n) => ratio(plain, groups.anonymous, page, n)),
      GOALS.anonymous[page.kind],
      milliseconds(
        plain.median({ group: groups.anonymous, page: page.name, connections: most })?.p99,
      ),
      page.kind === "api" ? "" : GOALS.p99,
      ...COMPARED.map((n) => ratio(beside, groups.anonymous, page, n)),
      GOALS.beside[page.kind],
      ...COMPARED.map((n) => ratio(plain, groups.signedIn, page, n)),
      isForSignedIn(page) ? GOALS.signedIn : "",
    ]),
  ]);
}

/** A table of the cost of each page with many articles, as a multiple of the cost with few. */
export function sizeTable(pages: readonly Page[], { plain }: PageResults): string {
  const cost = (few: string, many: string, page: Page) => {
    const place = { page: page.name, connections: FEW };
    const [small, large] = [
      { ...place, group: few },
      { ...place, group: many },
    ];
    return [times(plain.ratio(small, large)), times(plain.ratio(large, small, "cpuMs"))];
  };
  return plainTable([
    ["", "anonymous, time", "CPU time", "signed in, time", "CPU time", "goal, at most"],
    ...pages.map((page) => [
      page.name,
      ...cost(groups.anonymous, groups.largeAnonymous, page),
      ...cost(groups.signedIn, groups.largeSignedIn, page),
      GOALS.large,
    ]),
  ]);
}

/** A table of all figures of the given groups, with a row for each page. */
export function detailTable(
  results: Results,
  rows: readonly { group: string; page: string; label?: string }[],
  connections: readonly number[],
): string {
  const figures = (row: { group: string; page: string }, n: number): Figures | undefined =>
    results.median({ ...row, connections: n });
  return plainTable([
    ["", ...connections.map((n) => `${n} ${n === 1 ? "connection" : "connections"}`)],
    ...rows.map(({ label, ...row }) => [
      label ?? `${row.page}, ${row.group}`,
      ...connections.map((n) => cell(figures(row, n))),
    ]),
  ]);
}

/** A table of anonymous pages that are rendered for each request: one at a time, and several at once. */
export function uncachedTable(pages: readonly Page[], { notKept }: PageResults): string {
  return plainTable([
    ["", "one render", "of the baseline, 10", "10 connections"],
    ...pages.map((page) => {
      const place = { group: groups.anonymous, page: page.name };
      const few = { ...place, connections: FEW };
      const baseline = { group: groups.baseline, page: baselineOf(page), connections: FEW };
      return [
        page.name,
        milliseconds(notKept.median({ ...place, connections: 1 })?.p50),
        times(notKept.ratio(few, baseline)),
        cell(notKept.median(few)),
      ];
    }),
  ]);
}

/** A table that compares two processes with one, and two separate sites with one, over the same number of connections. */
export function processTable(
  pages: readonly Page[],
  results: Results,
  connections: number,
): string {
  return plainTable([
    [
      ...["", "one process", "two processes", "requests/s, ratio", "goal", "CPU time, ratio"],
      ...["two sites at once", "requests/s, ratio", "CPU time, ratio"],
    ],
    ...pages.map(({ name: page }) => {
      const one = { group: groups.signedIn, page, connections };
      const two = { ...one, group: groups.twoProcesses };
      const sites = { ...one, group: groups.twoSites };
      return [
        page,
        cell(results.median(one)),
        cell(results.median(two)),
        times(results.ratio(two, one)),
        GOALS.processes,
        times(results.ratio(two, one, "cpuMs")),
        cell(results.median(sites)),
        times(results.ratio(sites, one)),
        times(results.ratio(sites, one, "cpuMs")),
      ];
    }),
  ]);
}

export interface Memory {
  server: string;
  after: string;
  memoryMb: number;
  ownMb?: number;
}

/**
 * A table of the peak resident memory of one process of each server by the end of each part, and of the process's own
 * memory at that time. The rest is mapped files, which the system reclaims when it needs memory.
 */
export const memoryTable = (rows: readonly Memory[]): string =>
  plainTable([
    ["", "by the end of", "peak, MB", "goal, at most", "own, without files, MB"],
    ...rows.map(({ server, after, memoryMb, ownMb }) => [
      server,
      after,
      String(Math.round(memoryMb)),
      server === groups.baseline ? "" : GOALS.memory,
      ownMb === undefined ? "" : String(Math.round(ownMb)),
    ]),
  ]);
