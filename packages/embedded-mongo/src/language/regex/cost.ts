/** Estimates how many steps a backtracking engine can take. */
import { type Node } from "./syntax";

/** In how many ways a node can match at one position, and the steps to try them all. */
interface Cost {
  ways: number;
  steps: number;
}

/** An upper bound of the steps on a text of this length; can overflow to `Infinity` if they grow exponentially. */
export function stepsOver(tree: Node, length: number): number {
  const starts = isAnchored(tree) ? 1 : length + 1;
  return starts * cost(tree, length).steps;
}

function isAnchored(node: Node): boolean {
  if (node.type === "assertion") return node.is === "textStart";
  if (node.type === "group") return isAnchored(node.body);
  if (node.type === "sequence") return node.items.length > 0 && isAnchored(node.items[0]!);
  return node.type === "choice" && node.options.every(isAnchored);
}

function cost(node: Node, length: number): Cost {
  switch (node.type) {
    case "set":
    case "assertion":
      return { ways: 1, steps: 1 };
    case "reference":
      return { ways: 1, steps: length + 1 };
    case "group":
      return cost(node.body, length);
    case "look":
      // Once a lookaround has matched, its other ways to match are not tried.
      return { ways: 1, steps: 1 + cost(node.body, length).steps };
    case "choice":
      return node.options
        .map((option) => cost(option, length))
        .reduce((sum, one) => ({ ways: sum.ways + one.ways, steps: sum.steps + one.steps }));
    case "sequence":
      return node.items
        .map((item) => cost(item, length))
        .reduce((first, next) => after(first, next), { ways: 1, steps: 1 });
    case "repeat":
      return repeated(cost(node.body, length), node.min, Math.min(node.max, node.min + length));
  }
}

const after = (first: Cost, next: Cost): Cost => ({
  ways: first.ways * next.ways,
  steps: first.steps + first.ways * next.steps,
});

function repeated(body: Cost, min: number, max: number): Cost {
  if (body.ways === 1) return { ways: max - min + 1, steps: 1 + max * body.steps };
  const longest = body.ways ** max;
  return { ways: (max - min + 1) * longest, steps: 1 + (max + 1) * longest * body.steps };
}
