/** Prints a syntax tree as a pattern for JavaScript (with the flag `u`) or for RE2. */
import {
  canBeEmpty,
  complement,
  contains,
  type Assertion,
  type CharacterSet,
  type Node,
  type Range,
} from "./syntax";

const code = (point: number, braces: string) => `\\${braces}{${point.toString(16)}}`;

const printRange = ([from, to]: Range, braces: string) =>
  from === to ? code(from, braces) : `${code(from, braces)}-${code(to, braces)}`;

function printSet({ negated, ranges, categories }: CharacterSet, braces: string): string {
  const [only] = ranges;
  if (!negated && ranges.length === 1 && !categories.length && only![0] === only![1])
    return code(only![0], braces);
  const named = categories.map(({ name, negated: not }) => `\\${not ? "P" : "p"}{${name}}`);
  const inside = [...ranges.map((range) => printRange(range, braces)), ...named].join("");
  // RE2 has no empty class.
  if (!inside)
    return negated
      ? `[${printRange([0, 0x10ffff], braces)}]`
      : `[^${printRange([0, 0x10ffff], braces)}]`;
  return `[${negated ? "^" : ""}${inside}]`;
}

function printQuantifier({ min, max, lazy }: Extract<Node, { type: "repeat" }>): string {
  const to = max === Infinity ? "" : max;
  const signs: Record<string, string> = { "0,": "*", "1,": "+", "0,1": "?" };
  const sign = signs[`${min},${to}`];
  return (sign ?? (min === max ? `{${min}}` : `{${min},${to}}`)) + (lazy ? "?" : "");
}

/**
 * The assertions in JavaScript. In PCRE2 only a line feed ends a line; `$` also matches before a final line feed, and
 * `^` with the option `m` does not match after it.
 */
const JAVASCRIPT: Record<Assertion, string> = {
  textStart: "^",
  lineStart: "(?:^|(?<=\\n)(?=[^]))",
  textEnd: "$",
  lastEnd: "(?=\\n?$)",
  lineEnd: "(?=\\n|$)",
  boundary: "\\b",
  noBoundary: "\\B",
};

/** Thrown if the target engine cannot express a part of the tree. */
class Inexpressible extends Error {}

function unlessInexpressible(print: () => string): string | undefined {
  try {
    return print();
  } catch (error) {
    if (error instanceof Inexpressible) return undefined;
    throw error;
  }
}

/**
 * Prints a tree for JavaScript with the flag `u`; returns `undefined` if JavaScript cannot express it. If case is
 * ignored and `needsRe2` is true, the result is only correct for texts that `ONLY_BY_RE2` does not match.
 */
export const printForJavaScript = (tree: Node, ignoresCase: boolean): string | undefined =>
  unlessInexpressible(() => printScript(tree, ignoresCase));

function printScript(node: Node, ignoresCase: boolean): string {
  const inner = (part: Node) => printScript(part, ignoresCase);
  switch (node.type) {
    case "set":
      return printSet(ignoresCase ? withoutFolding(node) : node, "u");
    case "assertion":
      return JAVASCRIPT[node.is];
    case "sequence":
      return node.items.map(inner).join("");
    case "choice":
      return `(?:${node.options.map(inner).join("|")})`;
    case "group":
      return `(${node.capture ? "" : "?:"}${inner(node.body)})`;
    case "look":
      return `(?${node.behind ? "<" : ""}${node.negated ? "!" : "="}${inner(node.body)})`;
    case "reference":
      return `(?:\\${node.capture})`;
    case "repeat":
      return `(?:${inner(node.body)})${printQuantifier(node)}`;
  }
}

/** The long s and the Kelvin sign: outside ASCII, only they equal ASCII letters, `s` and `k`, when case is ignored. */
const LONG_S = 0x17f;
const KELVIN = 0x212a;
/** Matches texts with one of these characters. */
export const ONLY_BY_RE2 = /[\u017f\u212a]/;

const covers = ([from, to]: Range, points: readonly number[]) =>
  from < to && points.some((point) => from <= point && point <= to);

/** Whether JavaScript, when it ignores case, may treat one of these characters differently from PCRE2. */
export const needsRe2 = (tree: Node): boolean =>
  contains(tree, (node) =>
    node.type === "set"
      ? node.folds !== "all" &&
        node.ranges.some((one) => covers(one, [0x4b, 0x53, 0x6b, 0x73, LONG_S, KELVIN]))
      : node.type === "assertion" && (node.is === "boundary" || node.is === "noBoundary"),
  );

/**
 * Removes the long s and the Kelvin sign from a set that does not fold case: `\W` contains them, and with
 * JavaScript's flag `i` it would therefore match `s` and `k`.
 */
function withoutFolding(node: CharacterSet): CharacterSet {
  if (node.folds === "all") return node;
  const wide = node.ranges.some((one) => covers(one, [LONG_S, KELVIN]));
  if (node.categories.length || (wide && node.folds === "some")) throw new Inexpressible();
  if (!wide) return node;
  const others = complement(node.ranges);
  return { ...node, ranges: complement([...others, [LONG_S, LONG_S], [KELVIN, KELVIN]]) };
}

/** What follows a node: nothing, something that can be empty, or at least one character. */
type Rest = "nothing" | "maybe empty" | "characters";

/** What a program for RE2 is used for: whether on texts that end with a line feed. */
export interface Purpose {
  endsWithLineFeed: boolean;
  ignoresCase: boolean;
}

/** Prints a tree for RE2; returns `undefined` if RE2 cannot express it. */
export const printForRe2 = (tree: Node, purpose: Purpose): string | undefined =>
  unlessInexpressible(() => printPart(tree, "nothing", purpose));

function printPart(node: Node, rest: Rest, purpose: Purpose): string {
  switch (node.type) {
    case "set":
      return foldAsGiven(node, purpose);
    case "assertion":
      return printAssertion(node.is, rest, purpose);
    case "sequence":
      return printSequence(node.items, rest, purpose);
    case "choice":
      return `(?:${node.options.map((option) => printPart(option, rest, purpose)).join("|")})`;
    case "group":
      return `(${node.capture ? "" : "?:"}${printPart(node.body, rest, purpose)})`;
    case "repeat": {
      const inner: Rest = rest === "characters" ? rest : "maybe empty";
      return `(?:${printPart(node.body, inner, purpose)})${printQuantifier(node)}`;
    }
    default:
      throw new Inexpressible();
  }
}

function printSequence(items: readonly Node[], rest: Rest, purpose: Purpose): string {
  let source = "";
  let after = rest;
  for (const item of [...items].reverse()) {
    source = printPart(item, after, purpose) + source;
    if (after !== "characters") after = canBeEmpty(item) ? "maybe empty" : "characters";
  }
  return source;
}

/** Prints a set so that it folds case only if it does so in PCRE2: RE2 would also fold `\w` and `\p{Lu}`. */
function foldAsGiven(node: CharacterSet, { ignoresCase }: Purpose): string {
  if (!ignoresCase || node.folds === "all") return printSet(node, "x");
  if (node.folds === "some") throw new Inexpressible();
  return `(?-i:${printSet(node, "x")})`;
}

/** RE2's `$` does not match before a final line feed, and RE2 has no lookahead. */
function printAssertion(is: Assertion, rest: Rest, purpose: Purpose): string {
  const { endsWithLineFeed } = purpose;
  switch (is) {
    case "textStart":
      return "\\A";
    case "textEnd":
      return "\\z";
    case "lineEnd":
      return "(?m:$)";
    case "lineStart":
      if (endsWithLineFeed && rest !== "characters") throw new Inexpressible();
      return "(?m:^)";
    case "lastEnd":
      if (!endsWithLineFeed) return "\\z";
      if (rest !== "nothing") throw new Inexpressible();
      return "(?:\\n?\\z)";
    case "boundary":
      return "\\b";
    case "noBoundary":
      return "\\B";
  }
}
