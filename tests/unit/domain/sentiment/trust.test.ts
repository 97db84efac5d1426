import { describe, expect, test } from "vitest";
import { computeTrust, DAMPING, MIN_PARTS } from "~/domain/sentiment/trust";

/** Whom each supporter supports: "a: b c" means that a supports b and c. */
const supportOf = (lines: readonly string[]) =>
  new Map(
    lines.map((line) => {
      const [supporter, authors] = line.split(": ");
      return [supporter!, new Set(authors!.split(" "))] as const;
    }),
  );

const trustOf = (roots: string, ...lines: string[]) =>
  Object.fromEntries(
    [...computeTrust(roots.split(" ").filter(Boolean), supportOf(lines))].map(([id, { trust }]) => [
      id,
      trust,
    ]),
  );

/** What a supporter of at most six people passes on to each. */
const d = DAMPING / MIN_PARTS;

describe("trust", () => {
  // Computed by hand for any d.
  test.each<[string, string, string[], Record<string, number>]>([
    ["starts at the roots", "r", [], { r: 1 }],
    ["falls along a chain", "r", ["r: a", "a: b", "b: c"], { r: 1, a: d, b: d ** 2, c: d ** 3 }],
    [
      "is divided into six parts, although fewer are supported",
      "r",
      ["r: a b c d"],
      { r: 1, a: d, b: d, c: d, d },
    ],
    [
      "is divided among all whom somebody supports",
      "r",
      ["r: a b c d e f g h"],
      Object.fromEntries([["r", 1], ...[..."abcdefgh"].map((id) => [id, DAMPING / 8])]),
    ],
    ["adds up over supporters", "q r", ["q: a b", "r: a"], { q: 1, r: 1, a: 2 * d, b: d }],
    [
      "is 1 at most",
      [..."ABCDEFGHIJKLMNOPQRST"].join(" "),
      [..."ABCDEFGHIJKLMNOPQRST"].map((root) => `${root}: a`).concat("a: b"),
      Object.fromEntries([
        ...[..."ABCDEFGHIJKLMNOPQRST"].map((root) => [root, 1]),
        ["a", 1],
        ["b", 20 * d ** 2],
      ]),
    ],
    ["is not raised by supporting oneself", "r", ["r: r a", "a: a b"], { r: 1, a: d, b: d ** 2 }],
    [
      "of a root is 1 although others support it",
      "r",
      ["r: a", "a: r"],
      { r: 1, a: d / (1 - d ** 2) },
    ],
    ["is not given by those who have none", "r", ["r: a", "x: a", "y: a"], { r: 1, a: d }],
    [
      "does not reach a ring into which no support leads",
      "r",
      ["r: a", "x: y", "y: z", "z: x a"],
      { r: 1, a: d },
    ],
    ["does not start anywhere without roots", "", ["a: b", "b: a"], {}],
    // x = d + d·z, y = d·x, z = d·y.
    [
      "circulates in a ring",
      "r",
      ["r: x", "x: y", "y: z", "z: x"],
      { r: 1, x: d / (1 - d ** 3), y: d ** 2 / (1 - d ** 3), z: d ** 3 / (1 - d ** 3) },
    ],
  ])("%s", (_, roots, lines, expected) => {
    const found = trustOf(roots, ...lines);
    expect(Object.keys(found).sort()).toEqual(Object.keys(expected).sort());
    for (const [id, trust] of Object.entries(expected)) expect(found[id], id).toBeCloseTo(trust, 8);
  });
});

test("counts the supporters who have trust", () => {
  const found = computeTrust(["r"], supportOf(["r: a b", "a: b b", "b: b", "x: b", "y: b"]));
  expect([...found].map(([id, { supporters }]) => [id, supporters])).toEqual([
    ["a", 1],
    ["b", 2],
    ["r", 0],
  ]);
});

describe("false accounts have together at most what flows in over the support of others", () => {
  const honest = ["r: a b", "a: b", "b: a"];
  const names = Array.from({ length: 300 }, (_, i) => `false${i}`);
  const all = names.join(" ");
  test.each([
    ["in a ring", (i: number) => names[(i + 1) % names.length]!],
    ["that all support each other", () => all],
    ["that all support one", () => names[0]!],
    ["that support nobody", () => "nobody"],
  ])("%s", (_, supportedBy) => {
    const ring = names.map((name, i) => `${name}: ${supportedBy(i)}`);
    expect(Object.keys(trustOf("r", ...honest, ...ring)).sort()).toEqual(["a", "b", "r"]);
    const found = trustOf("r", "r: a b", `a: b ${names[0]}`, "b: a", ...ring);
    const sum = names.reduce((before, name) => before + (found[name] ?? 0), 0);
    const inflow = d * found.a!;
    expect(sum).toBeGreaterThanOrEqual(inflow - 1e-6);
    expect(sum).toBeLessThanOrEqual(inflow / (1 - DAMPING) + 1e-6);
  });

  test("however many articles of theirs a trusted person upvotes", () => {
    const found = trustOf("r", `r: a b ${all}`, "a: b");
    const sum = names.reduce((before, name) => before + found[name]!, 0);
    expect(sum).toBeCloseTo(DAMPING * (300 / 302), 8);
    expect(found.a).toBeCloseTo(DAMPING / 302, 8);
  });
});

test("does not depend on the order of the input, to the last digit", () => {
  const people = Array.from({ length: 60 }, (_, i) => `p${i}`);
  const lines = people.map((person, i) => {
    const supported = people.filter((__, j) => (i * 7 + j * j) % 11 === 3);
    return [person, supported] as const;
  });
  const one = computeTrust(["p1", "p2", "p3"], new Map(lines.map(([p, s]) => [p, new Set(s)])));
  const turned = lines.toReversed().map(([p, s]) => [p, new Set(s.toReversed())] as const);
  expect(one.size).toBeGreaterThan(30);
  expect(computeTrust(["p3", "p1", "p2"], new Map(turned))).toEqual(one);
});
