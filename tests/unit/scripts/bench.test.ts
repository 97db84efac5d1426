/** How the benchmark evaluates its measurements. */
import { expect, test } from "vitest";
import { parsePs, parseStat, treeOf } from "../../../scripts/bench/process-usage";
import { median, Results, table } from "../../../scripts/bench/results";

const resultsOf = (rounds: Record<string, readonly number[]>) => {
  const results = new Results();
  for (const [name, rates] of Object.entries(rounds)) {
    for (const rate of rates) results.add(name, { rate, p99: 12.4, cpuMs: 0.456 });
  }
  return results;
};

test("a median is the middle value, or the mean of the two in the middle", () => {
  expect(median([9, 1, 4])).toBe(4);
  expect(median([10, 9, 1, 4])).toBe(6.5);
});

test("a ratio is between results of the same round, so that a slow phase of the machine cancels out", () => {
  const results = resultsOf({ page: [800, 80, 1_000], baseline: [100, 10, 100], once: [200] });
  expect(results.ratio("page", "baseline")).toBe("8.00");
  expect(results.ratio("once", "baseline")).toBe("2.00");
  expect(results.ratio("page", "unknown")).toBe("");
  expect(results.ratio("unknown", "baseline")).toBe("");
});

test("a cell has the medians, and omits unknown processor time", () => {
  const results = resultsOf({ page: [1_234.6, 5, 9_000] });
  expect(results.cell("page")).toBe("1,235/s, 12 ms, 0.46 ms CPU");
  results.add("other", { rate: 12, p99: 1.23, cpuMs: null });
  expect(results.cell("other")).toBe("12/s, 1 ms");
  expect(results.cell("unknown")).toBe("");
});

test("a table is Markdown, with numbers aligned to the right", () => {
  const rows = [
    ["", "a"],
    ["b", "1"],
  ];
  expect(table(rows)).toBe("|  | a |\n| --- | --: |\n| b | 1 |");
});

test("the time of a process includes that of its ended children", () => {
  const fields = ["S", "7", ...Array<string>(9).fill("0"), "150", "50", "20", "30", "0"];
  expect(parseStat(`42 (a (strange) name) ${fields.join(" ")}`)).toEqual({
    pid: 42,
    parent: 7,
    cpuSeconds: 2.5,
    memoryMb: 0,
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
