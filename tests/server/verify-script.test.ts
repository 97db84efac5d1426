/** `scripts/verify.mjs`, with which anybody can check a downloaded ledger. */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import canonicalize from "canonicalize";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { addDays, dayOf, mondayOf, startOf, type Day } from "~/domain/calendar-days";
import type { FullLedgerEntry } from "~/models/ledger.server";
import { hashLeaf, rootOf } from "~/domain/merkle-tree";
import { exportLedger } from "~/services/ledger/read-ledger.server";
import { settleOutcomes } from "~/services/recommendations/settlement.server";
import { momentumEngine } from "~/services/recommendations/momentum.server";
import { sentimentEngine } from "~/services/recommendations/sentiment.server";
import { canonicalJson, Verification } from "../../scripts/verify.mjs";
import { useDatabase } from "../setup/database";
import { addMentions, someMention } from "../setup/mentions";
import { importMomentumCloses } from "../setup/recommendations";

useDatabase({ isKept: true });

interface Line {
  entry: FullLedgerEntry;
  stored: Record<string, unknown> | null;
}

const today = dayOf(new Date());
const first = addDays(mondayOf(today), -14);
const morning = (day: Day) => new Date(startOf(day).getTime() + 9 * 3_600_000);

let lines: Line[] = [];
/** Indexes into `lines`. */
const [MOMENTUM, SENTIMENT, SECOND, OUTCOME] = [1, 2, 3, 4] as const;

/** Two momentum recommendations a week apart, a sentiment recommendation between them, and the outcome of the first. */
beforeAll(async () => {
  await importMomentumCloses(morning(addDays(first, 15)));
  await importMomentumCloses(morning(first));
  vi.useFakeTimers({ toFake: ["Date"], now: morning(first) });
  await momentumEngine.make(new Date(), { bySchedule: true });
  await addMentions([someMention()]);
  await sentimentEngine.make(new Date(), { bySchedule: true });
  vi.setSystemTime(morning(addDays(first, 7)));
  await momentumEngine.make(new Date(), { bySchedule: true });
  vi.useRealTimers();
  await settleOutcomes();
  lines = await download();
});

async function download(): Promise<Line[]> {
  const found: Line[] = [];
  const list = { after: 0, limit: 100 };
  for await (const line of (await exportLedger("192.0.2.1", list)).lines)
    found.push(JSON.parse(line) as Line);
  return found;
}

function faultsOf(checked: readonly Line[], heads: [number, string][] = []): string[] {
  const verification = new Verification(new Map(heads));
  for (const line of checked) verification.add(JSON.stringify(line));
  verification.finish();
  return verification.faults;
}

const headOf = (checked: readonly Line[]): [number, string] => [
  checked.length,
  rootOf(checked.map(({ entry }) => hashLeaf(entry.content))),
];

function withChange(index: number, change: (line: Line) => void): Line[] {
  const copy = structuredClone(lines);
  change(copy[index]!);
  return copy;
}

type Path = string[];
type Node = Record<string, unknown>;

const leavesOf = (value: unknown, path: Path = []): Path[] =>
  value !== null && typeof value === "object" && Object.keys(value).length
    ? Object.entries(value).flatMap(([name, part]) => leavesOf(part, [...path, name]))
    : [path];

function alter(root: unknown, path: Path): void {
  const parent = path.slice(0, -1).reduce((node, name) => node[name] as Node, root as Node);
  const [name, value] = [path.at(-1)!, parent[path.at(-1)!]];
  parent[name] =
    typeof value === "number" ? value + 1 : typeof value === "boolean" ? !value : "altered";
}

test("finds no differences in an unaltered download", () => {
  expect(lines.map(({ entry }) => entry.kind)).toEqual([
    ...["key", "recommendation", "recommendation", "recommendation", "outcome"],
    ...Array<string>(lines.length - 5).fill("outcome"),
  ]);
  expect(faultsOf(lines)).toEqual([]);
  expect(faultsOf(lines, [headOf(lines)])).toEqual([]);
});

describe("in the stored data, the script reports", () => {
  test.each([
    ["a momentum recommendation", MOMENTUM, 80],
    ["a sentiment recommendation", SENTIMENT, 30],
  ])("any altered field of %s", (_, index, least) => {
    const leaves = leavesOf(lines[index]!.stored);
    expect(leaves.length).toBeGreaterThan(least);
    for (const path of leaves) {
      const faults = faultsOf(withChange(index, ({ stored }) => alter(stored, path)));
      expect(faults, path.join(".")).toEqual([
        expect.stringMatching(`^entry ${index + 1}: ${path.join("\\.")} is `),
      ]);
    }
  });

  test("a recommendation that was replaced by another consistent one", () => {
    const faults = faultsOf(
      withChange(MOMENTUM, (line) => {
        line.stored = structuredClone(lines[SECOND]!.stored);
      }),
    );
    for (const field of ["recommendation.createdAt", "inputs.0.close", "calculation.asOf"])
      expect(faults).toContainEqual(expect.stringContaining(`entry 2: ${field} is `));
  });

  test("a recommendation that was deleted", () => {
    const gone = withChange(SENTIMENT, (line) => (line.stored = null));
    expect(faultsOf(gone)).toEqual([
      expect.stringMatching(/^entry 3: recommendation \w+ is gone$/),
    ]);
  });
});

describe("the tree", () => {
  test("does not verify after an alteration", () => {
    const altered = withChange(MOMENTUM, ({ entry, stored }) => {
      entry.content = entry.content.replace('"BTC":25', '"BTC":26');
      (stored!.recommendation as Node).allocation = { BTC: 26, SOL: 60, USDT: 15 };
    });
    expect(faultsOf(altered)).toContainEqual(expect.stringMatching(/^entry 2: hash is /));
    altered[MOMENTUM]!.entry.hash = hashLeaf(altered[MOMENTUM]!.entry.content);
    const [size, root] = headOf(lines);
    expect(faultsOf(altered, [[size, root]])).toContainEqual(
      expect.stringContaining(`but you noted ${root}`),
    );
  });

  test.each(["seq", "hash", "kind", "of", "at"] as const)(
    "does not verify with another %s",
    (field) => {
      const other: Partial<Record<string, unknown>> = { seq: 7, kind: "outcome" };
      const value = other[field] ?? lines[SECOND]!.entry[field];
      const altered = withChange(MOMENTUM, ({ entry }) => Object.assign(entry, { [field]: value }));
      expect(faultsOf(altered)).not.toEqual([]);
    },
  );

  test("does not verify with a missing entry, swapped entries, or its end cut off", () => {
    expect(faultsOf(lines.toSpliced(1, 1))).toContain("entry 3: it follows entry 1");
    const [one, two, ...rest] = lines;
    expect(faultsOf([two!, one!, ...rest])).toContain("entry 1: it follows entry 2");
    const [size, root] = headOf(lines);
    expect(faultsOf(lines.slice(0, -1), [[size, root]])).toEqual([
      `the root ${root} of ${size} entries, which you noted, is not in the file`,
    ]);
  });
});

describe("an entry that was forged", () => {
  /** Replaces an entry by a changed one with a valid hash. @returns the differences found in it */
  function forge(index: number, change: (content: Node) => void): string[] {
    const forged = withChange(index, ({ entry }) => {
      const content = JSON.parse(entry.content) as Node;
      change(content);
      entry.content = canonicalJson(content);
      entry.hash = hashLeaf(entry.content);
    });
    return faultsOf(forged.slice(0, index + 1));
  }

  test("is reported if its calculation does not follow from its closes", () => {
    const faults = forge(MOMENTUM, ({ calculation }) => {
      (calculation as { assets: { BTC: Node } }).assets.BTC.rateOfChange = 99.99;
    });
    expect(faults).toContainEqual(
      expect.stringMatching(
        /calculation\.assets\.BTC\.rateOfChange is 99\.99, but its closes give /,
      ),
    );
  });

  test("is reported if its outcome does not follow from its closes", () => {
    for (const field of ["value", "bitcoin", "drawdown", "gaps", "until"]) {
      const faults = forge(OUTCOME, ({ outcome }) => alter(outcome, [field]));
      expect(faults).toEqual([expect.stringContaining(`outcome.${field} is `)]);
    }
  });

  test.each([1, 49])("is reported if it was entered %i days after its date of creation", (days) => {
    const faults = forge(MOMENTUM, ({ recommendation }) => {
      (recommendation as Node).createdAt = morning(addDays(first, -days)).toISOString();
    });
    expect(faults).toContainEqual(expect.stringContaining(`it was entered ${days} days after`));
  });
});

test.each([
  [{ b: 1, a: [true, null, "x"] }, '{"a":[true,null,"x"],"b":1}'],
  [[1e21, 1e-7, 0.000001, -0, 4.5, 2e-3], "[1e+21,1e-7,0.000001,0,4.5,0.002]"],
  [{ "€": 1, "\r": 2, דּ: 3, "1": 4, "😀": 5, "\u0080": 6, ö: 7 }, null],
  ['€$\u000f\nA\'B"\\\\"/', '"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"'],
  [{ "": {}, nested: { z: [], a: {} } }, '{"":{},"nested":{"a":{},"z":[]}}'],
])("canonical JSON follows RFC 8785: %j", (value, expected) => {
  expect(canonicalJson(value)).toBe(canonicalize(value));
  if (expected !== null) expect(canonicalJson(value)).toBe(expected);
});

describe("the command", () => {
  let dir = "";
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), "quorum-verify-"));
    await writeFile(
      join(dir, "ledger.jsonl"),
      lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
    );
    await writeFile(join(dir, "other.txt"), "<html>\n");
    await writeFile(join(dir, "empty.jsonl"), "");
  });
  afterAll(() => rm(dir, { recursive: true }));

  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, [join(process.cwd(), "scripts/verify.mjs"), ...args], {
      cwd: dir,
    }).then(
      ({ stdout }) => ({ code: 0, stdout, stderr: "" }),
      (error: unknown) => error as { code: number; stdout: string; stderr: string },
    );

  test("prints a summary, and reports the result in its exit code", async () => {
    const [size, root] = headOf(lines);
    const [fine, wrong, other, none, empty] = await Promise.all([
      run("ledger.jsonl", "--head", `${size}:${root}`),
      run("ledger.jsonl", "--head", `1:${root}`),
      run("other.txt"),
      run("nothing.jsonl"),
      run("empty.jsonl"),
    ]);
    expect([fine.code, fine.stdout]).toEqual([0, expect.stringContaining("No differences.")]);
    expect(fine.stdout).toContain(`Head: ${size}:${root}`);
    expect(wrong).toMatchObject({ code: 1, stdout: expect.stringContaining("1 difference.") });
    expect(other).toMatchObject({ code: 2, stderr: expect.stringMatching(/^line 1 is not/) });
    expect(empty).toMatchObject({ code: 2, stderr: "the file is empty\n" });
    expect(none).toMatchObject({ code: 2, stderr: expect.stringMatching(/^the file cannot/) });
  });
});
