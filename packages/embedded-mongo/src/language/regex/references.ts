/** Checks back references. A reference to an unset group matches the empty string in JavaScript, and fails in PCRE2. */
import { partsOf, type Node } from "./syntax";

/** Throws `refusal()` unless each back reference is to a group that is certain to be set when it is reached. */
export function checkReferences(tree: Node, refusal: () => Error): void {
  walk(tree, new Set(), false, refusal);
}

/** Returns the groups that are certain to be set after a node has matched, given those `set` before. */
function walk(
  node: Node,
  set: ReadonlySet<number>,
  behind: boolean,
  refusal: () => Error,
): ReadonlySet<number> {
  const within = (part: Node, known = set) =>
    walk(part, known, behind || (node.type === "look" && node.behind), refusal);
  switch (node.type) {
    case "reference":
      if (behind || !set.has(node.capture)) throw refusal();
      return set;
    case "choice": {
      const [first, ...others] = node.options.map((option) => within(option));
      return new Set([...first!].filter((group) => others.every((other) => other.has(group))));
    }
    case "group": {
      const inner = within(node.body);
      return node.capture ? new Set([...inner, node.capture]) : inner;
    }
    case "repeat": {
      const inner = within(node.body);
      return node.min > 0 ? inner : set;
    }
    case "look": {
      const inner = within(node.body);
      return node.negated ? set : inner;
    }
    default: {
      let known = set;
      for (const part of partsOf(node)) known = within(part, known);
      return known;
    }
  }
}
