/** The syntax tree of a regular expression, in PCRE2's terms: `parse` creates it, `print` and `cost` walk it. */

/** The characters from one code point to another, both inclusive. */
export type Range = readonly [from: number, to: number];

/** A set of characters: those in any of its ranges or categories, or if `negated`, all others. */
export interface CharacterSet {
  type: "set";
  negated: boolean;
  ranges: readonly Range[];
  /** Unicode categories, as `\p{L}` or `\P{L}`. */
  categories: readonly { name: string; negated: boolean }[];
  /** Whether its parts ignore case with the option `i`: literals do; `\w`, `\p{L}` and POSIX classes do not. */
  folds: "all" | "none" | "some";
}

/** A position: `lastEnd` is the end or before a final line feed, `lineStart` and `lineEnd` are `^` and `$` with `m`. */
export type Assertion =
  "textStart" | "lineStart" | "textEnd" | "lastEnd" | "lineEnd" | "boundary" | "noBoundary";

/** A node of the tree; `look` is a lookahead or a lookbehind, `capture` a group's number. */
export type Node =
  | CharacterSet
  | { type: "assertion"; is: Assertion }
  | { type: "sequence"; items: readonly Node[] }
  | { type: "choice"; options: readonly Node[] }
  | { type: "group"; body: Node; capture?: number }
  | { type: "look"; body: Node; behind: boolean; negated: boolean }
  | { type: "reference"; capture: number }
  | { type: "repeat"; body: Node; min: number; max: number; lazy: boolean };

export const LINE_FEED = 10;
const LAST_CODE_POINT = 0x10ffff;

/** The ranges of all characters that are in none of the given ranges. */
export function complement(ranges: readonly Range[]): Range[] {
  const rest: Range[] = [];
  let next = 0;
  for (const [from, to] of [...ranges].sort((a, b) => a[0] - b[0])) {
    if (from > next) rest.push([next, from - 1]);
    next = Math.max(next, to + 1);
  }
  if (next <= LAST_CODE_POINT) rest.push([next, LAST_CODE_POINT]);
  return rest;
}

/** Whether a node can match the empty string. */
export function canBeEmpty(node: Node): boolean {
  switch (node.type) {
    case "set":
      return false;
    case "assertion":
    case "look":
    case "reference":
      return true;
    case "sequence":
      return node.items.every(canBeEmpty);
    case "choice":
      return node.options.some(canBeEmpty);
    case "group":
      return canBeEmpty(node.body);
    case "repeat":
      return node.min === 0 || canBeEmpty(node.body);
  }
}

/** The number of characters in every match of a node, or `undefined` if it varies. */
export function width(node: Node): number | undefined {
  switch (node.type) {
    case "set":
      return 1;
    case "assertion":
    case "look":
      return 0;
    case "reference":
      return undefined;
    case "sequence":
      return node.items.map(width).reduce((sum, one) => plus(sum, one), 0);
    case "choice": {
      const [first, ...others] = node.options.map(width);
      return others.every((one) => one === first) ? first : undefined;
    }
    case "group":
      return width(node.body);
    case "repeat": {
      const body = width(node.body);
      return body !== undefined && node.min === node.max ? body * node.min : undefined;
    }
  }
}

const plus = (a: number | undefined, b: number | undefined) =>
  a === undefined || b === undefined ? undefined : a + b;

/** The children of a node. */
export function partsOf(node: Node): readonly Node[] {
  if (node.type === "sequence") return node.items;
  if (node.type === "choice") return node.options;
  return "body" in node ? [node.body] : [];
}

/** Whether a node or any of its descendants satisfies a condition. */
export const contains = (node: Node, wanted: (node: Node) => boolean): boolean =>
  wanted(node) || partsOf(node).some((part) => contains(part, wanted));
