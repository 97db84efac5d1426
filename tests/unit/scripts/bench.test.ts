/** How the benchmark evaluates its measurements. */
import { expect, test } from "vitest";
import { extentOf } from "../../../scripts/bench/extent";
import { median, percentile, Results, sumOf, type Figures } from "../../../scripts/bench/figures";
import {
  percentileOf,
  withoutOmissionCorrection,
  type Latencies,
} from "../../../scripts/bench/load/latencies";
import { memoryTable, ratioTable, sizeTable } from "../../../scripts/bench/page-report";
import { parsePs, parseStat, treeOf } from "../../../scripts/bench/process-usage";
import { cell, plainTable } from "../../../scripts/bench/report";
import { withResult } from "../../../scripts/bench/result-page";

const figures = (requestsPerSecond: number, cpuMs: number | null = null): Figures => ({
  ...{ requestsPerSecond, cpuMs },
  ...{ p50: 1, p99: 2 },
});

function resultsOf(rounds: Record<string, readonly Figures[]>): Results {
  const results = new Results();
  for (const [place, all] of Object.entries(rounds)) {
    const [group = "", page = "", connections] = place.split("|");
    for (const one of all) results.add({ group, page, connections: Number(connections) }, one);
  }
  return results;
}

test("a median is the middle value, or the mean of the two in the middle", () => {
  expect(median([9, 1, 4])).toBe(4);
  expect(median([10, 9, 1, 4])).toBe(6.5);
});

test("a percentile is the value that so many percent do not exceed", () => {
  const numbers = Array.from({ length: 200 }, (_, i) => i + 1);
  expect([50, 99, 100].map((percent) => percentile(numbers, percent))).toEqual([100, 198, 200]);
  expect(percentile([7], 99)).toBe(7);
});

test("a percentile of latencies takes their counts into account", () => {
  const latencies: Latencies = [
    [20, 0],
    [30, 98],
    [40, 1],
    [50, 1],
  ];
  expect([1, 98, 99, 100].map((p) => percentileOf(latencies, p))).toEqual([30, 30, 40, 50]);
  expect(percentileOf([], 99)).toBeNaN();
});

// Ten responses in 1,000 µs, so that wrk expects one every 100 µs, or every 200 over two connections.
test.each<[what: string, connections: number, told: Latencies, were: Latencies]>([
  [
    "a single slow response",
    1,
    [
      [50, 8],
      [100, 1],
      [150, 1],
      [250, 1],
      [350, 1],
      [450, 1],
    ],
    [
      [50, 8],
      [100, 1],
      [450, 1],
    ],
  ],
  [
    "two slow responses, the slower of which also adds to the count of the other",
    1,
    [
      [50, 8],
      [150, 2],
      [250, 2],
      [350, 1],
      [450, 1],
    ],
    [
      [50, 8],
      [250, 1],
      [450, 1],
    ],
  ],
  [
    "no response that took twice as long",
    1,
    [
      [50, 9],
      [199, 1],
    ],
    [
      [50, 9],
      [199, 1],
    ],
  ],
  [
    "over two connections",
    2,
    [
      [50, 9],
      [250, 1],
      [450, 1],
    ],
    [
      [50, 9],
      [450, 1],
    ],
  ],
])(
  "the latencies that wrk adds for requests it did not send are removed: %s",
  (_what, connections, told, were) => {
    const latencies = withoutOmissionCorrection(told, {
      answers: 10,
      connections,
      microseconds: 1_000,
    });
    expect(latencies.filter(([, count]) => count)).toEqual(were);
  },
);

test("nothing is removed if there are fewer responses than connections", () => {
  const told: Latencies = [[900, 3]];
  expect(
    withoutOmissionCorrection(told, { answers: 3, connections: 10, microseconds: 1_000 }),
  ).toBe(told);
});

test("several servers have the sum of rates, the latency of the slowest, and the mean cost", () => {
  const one = { requestsPerSecond: 100, p50: 10, p99: 40, cpuMs: 10 };
  const other = { requestsPerSecond: 300, p50: 12, p99: 30, cpuMs: 6 };
  expect(sumOf([one, other])).toEqual({ requestsPerSecond: 400, p50: 12, p99: 40, cpuMs: 7 });
  expect(sumOf([one, { ...other, cpuMs: null }]).cpuMs).toBeNull();
});

test("a ratio is between results of the same round, so that a slow phase of the machine cancels out", () => {
  const results = resultsOf({
    "site|/|10": [figures(800), figures(80), figures(1_000)],
    "baseline|list|10": [figures(100), figures(10), figures(100)],
  });
  const site = { group: "site", page: "/", connections: 10 };
  const baseline = { group: "baseline", page: "list", connections: 10 };
  expect(results.ratio(site, baseline)).toBe(8);
  expect(results.ratio(site, baseline, "cpuMs")).toBeUndefined();
  expect(results.ratio(site, { ...baseline, connections: 1 })).toBeUndefined();
  expect(results.median(site)).toEqual({ requestsPerSecond: 800, p50: 1, p99: 2, cpuMs: null });
});

test("pages are compared with the baseline's list, and the API call with its own baseline", () => {
  const plain = resultsOf({
    "anonymous|`/`|10": [figures(1_000)],
    "anonymous|`/`|50": [figures(1_200)],
    "signed in|`/`|10": [figures(90)],
    "signed in|`/`|50": [figures(80)],
    "anonymous|call|10": [figures(1_000)],
    "baseline|list|10": [figures(100)],
    "baseline|list|50": [figures(100)],
    "baseline|`/api/articles`|10": [figures(400)],
  });
  const pages = [
    { name: "`/`", kind: "page" },
    { name: "call", kind: "api" },
  ] as const;
  const nothing = new Results();
  const lines = ratioTable(pages, { plain, beside: nothing, notKept: nothing }).split("\n");
  expect(lines.slice(2)).toEqual([
    "| `/` | 10.00 | 12.00 | 10 | 2.0 ms | 25 ms |  |  | 8 | 0.90 | 0.80 | 0.8 |",
    "| call | 2.50 |  | 3 |  |  |  |  |  |  |  |  |",
  ]);
});

test("many articles are compared with few by rate and by processor time", () => {
  const plain = resultsOf({
    "anonymous|`/`|10": [figures(300, 2)],
    "anonymous, many articles|`/`|10": [figures(200, 3)],
  });
  const none = new Results();
  const table = sizeTable([{ name: "`/`", kind: "page" }], { plain, beside: none, notKept: none });
  expect(table.split("\n").at(-1)).toBe("| `/` | 1.50 | 1.50 |  |  | 1.2 |");
});

test("a cell omits unknown processor time", () => {
  const { p50, p99 } = { p50: 3, p99: 12.4 };
  expect(cell({ requestsPerSecond: 1_234.6, p50, p99, cpuMs: 0.456 })).toBe(
    "1,235/s, 12 ms, 0.46 ms CPU",
  );
  expect(cell({ requestsPerSecond: 12, p50, p99: 1.23, cpuMs: null })).toBe("12/s, 1.2 ms");
  expect(cell(undefined)).toBe("");
});

test("a table is Markdown, with numbers aligned to the right", () => {
  expect(
    plainTable([
      ["", "a"],
      ["b", "1"],
    ]),
  ).toBe("|  | a |\n| --- | --: |\n| b | 1 |");
  expect(
    memoryTable([{ server: "1,000 articles", after: "reading", memoryMb: 280.6, ownMb: 149.7 }]),
  ).toContain("| 1,000 articles | reading | 281 | 300 MB | 150 |");
});

test("the time of a process includes that of its ended children", () => {
  const fields = ["S", "7", ...Array<string>(9).fill("0"), "150", "50", "20", "30", "0"];
  expect(parseStat(`42 (a (strange) name) ${fields.join(" ")}`)).toEqual({
    ...{ pid: 42, parent: 7, cpuSeconds: 2.5, memoryMb: 0 },
  });
});

test("the output of ps is parsed on systems without /proc", () => {
  expect(parsePs("  42     7  2048 01:02.50\n 43 42 1024 1-02:00:01\n")).toEqual([
    { pid: 42, parent: 7, cpuSeconds: 62.5, memoryMb: 2 },
    { pid: 43, parent: 42, cpuSeconds: 86_400 + 7_201, memoryMb: 1 },
  ]);
});

test("the processes of a server are itself and all its descendants", () => {
  const row = (pid: number, parent: number) => ({ pid, parent, cpuSeconds: 0, memoryMb: 0 });
  const rows = [row(1, 0), row(5, 1), row(7, 6), row(6, 5), row(9, 1)];
  expect(treeOf(rows, 5).map(({ pid }) => pid)).toEqual([5, 6, 7]);
  expect(treeOf(rows, 4)).toEqual([]);
});

test("a result replaces only the last one of its part", () => {
  const page = [
    "# Words",
    "<!-- npm run bench: pages -->",
    "old",
    "<!-- end: pages -->",
    "<!-- npm run bench: search -->",
    "old search",
    "<!-- end: search -->",
  ].join("\n");
  const once = withResult(page, "pages", "new $& result");
  expect(once).toContain("bench: pages -->\n\nnew $& result\n\n<!-- end: pages -->");
  expect(once).toContain("old search");
  expect(withResult(once, "pages", "new $& result")).toBe(once);
  expect(() => withResult(page, "hubs", "x")).toThrow("There is no place for the result of hubs.");
});

test("a quick run has one size and one round, and a given duration is used", () => {
  expect(extentOf({ quick: true })).toMatchObject({ sizes: [1_000], rounds: 1 });
  expect(extentOf({ quick: false })).toMatchObject({ sizes: [1_000, 100_000], rounds: 3 });
  expect(extentOf({ quick: false, seconds: 0.5 })).toMatchObject({ seconds: 0.5 });
});
