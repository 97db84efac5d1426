/** The paths of an update as a tree, which finds their conflicts and the places in a document that they select. */
import type { Document } from "bson";
import { compare } from "../../bson/compare";
import { formatValue } from "../../bson/types";
import { badValue, Code, CommandError } from "../../errors";
import type { ArrayFilters } from "./array-filters";
import type { UpdateContext } from "./change";
import { selectsElements, valueAt } from "./targets";

/** Changes a document at a place, which is a path without positional operators. */
export type ChangeAt = (doc: Document, place: string[], context: UpdateContext) => void;

/** All paths through one place, by their next segment. */
interface Branch {
  /** Whether the next segments are `$[]` or `$[name]`, which MongoDB does not mix with others. */
  ofElements: boolean;
  children: Map<string, Node>;
}

type Node = ChangeAt | Branch;

const newBranch = (ofElements: boolean): Branch => ({ ofElements, children: new Map() });

/** The changes of an update by their paths. */
export class PathTree {
  private readonly root = newBranch(false);

  constructor(private readonly filters: ArrayFilters) {}

  /** Adds a change; throws if its path conflicts with an earlier one. */
  add(parts: readonly string[], change: ChangeAt): void {
    let branch = this.root;
    for (const [i, part] of parts.entries()) {
      const next = parts[i + 1];
      const made = next === undefined ? change : newBranch(selectsElements(next));
      const node = branch.children.get(part) ?? made;
      if (node !== made && !areAlike(node, made))
        throw conflict(
          `Updating the path '${parts.join(".")}' would create a conflict at '${parts.slice(0, i + 1).join(".")}'`,
        );
      branch.children.set(part, node);
      branch = node as Branch;
    }
  }

  /** Applies the changes to a document; throws if two of them select the same place in it. */
  apply(doc: Document, context: UpdateContext): void {
    const visit = (node: Node, place: string[]) => {
      if (typeof node === "function") return node(doc, place, context);
      const selected = node.ofElements
        ? this.byElement(node, place, valueAt(doc, place))
        : byField(node, context);
      for (const [key, nodes] of selected) {
        const at = [...place, key];
        visit(merge(nodes, at), at);
      }
    };
    visit(this.root, []);
  }

  /** The nodes for each selected element of an array, which are looked up before that element is changed. */
  private *byElement(branch: Branch, place: string[], array: unknown): Generator<[string, Node[]]> {
    if (array === undefined)
      throw badValue(
        `The path '${place.join(".")}' must exist in the document in order to apply array updates.`,
      );
    if (!Array.isArray(array))
      throw badValue(
        `Cannot apply array updates to non-array element ${place.at(-1)}: ${formatValue(array)}`,
      );
    const children = [...branch.children];
    for (const [index, element] of array.entries()) {
      const selecting = children.filter(
        ([part]) => part === "$[]" || this.filters.get(part.slice(2, -1))!(element),
      );
      if (selecting.length) yield [String(index), selecting.map(([, node]) => node)];
    }
  }
}

/** The nodes for each field or index, in the order in which MongoDB adds new fields. */
function byField({ children }: Branch, { position }: UpdateContext): [string, Node[]][] {
  if (children.has("$") && position?.index === undefined)
    throw badValue("The positional operator did not find the match needed from the query.");
  const named = [...children].map(([part, node]): [string, Node] => [
    part === "$" ? String(position!.index) : part,
    node,
  ]);
  return [...grouped(named)].sort(([a], [b]) => compareParts(a, b));
}

const STARTS_INDEX = /^(0$|[1-9])/;

/** Compares path segments by UTF-8 bytes, array indexes by their value. */
const compareParts = (a: string, b: string): number =>
  (STARTS_INDEX.test(a) && STARTS_INDEX.test(b) && a.length - b.length) || compare(a, b);

/** Merges all nodes for one place into one. */
function merge(nodes: Node[], place: string[]): Node {
  const first = nodes[0]!;
  if (nodes.length === 1) return first;
  if (!nodes.every((node): node is Branch => areAlike(node, first)))
    throw conflict(`Update created a conflict at '${place.join(".")}'`);
  const merged = newBranch(nodes[0]!.ofElements);
  for (const [part, group] of grouped(nodes.flatMap(({ children }) => [...children])))
    merged.children.set(part, merge(group, [...place, part]));
  return merged;
}

/** Whether one node can have the paths of both. */
const areAlike = (a: Node, b: Node) =>
  typeof a !== "function" && typeof b !== "function" && a.ofElements === b.ofElements;

const conflict = (message: string) => new CommandError(Code.ConflictingUpdateOperators, message);

function grouped(entries: [string, Node][]): Map<string, Node[]> {
  const groups = new Map<string, Node[]>();
  for (const [key, node] of entries) {
    const group = groups.get(key);
    if (group) group.push(node);
    else groups.set(key, [node]);
  }
  return groups;
}
