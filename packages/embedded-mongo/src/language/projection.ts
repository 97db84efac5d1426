/** Projections: which fields of a document are included, excluded or computed. */
import type { Document } from "bson";
import { isNumber } from "../bson/numbers";
import { isDocument, isOperators, ownField, putField, formatValue } from "../bson/types";
import { badValue, CommandError, unsupported } from "../errors";
import { compileExpression, environment } from "./expression";
import { isTrue, type Environment, type Evaluate } from "./expression/operator";
import { elementAt, firstMatching, sliceAt, slicing, type Selection } from "./projection-operators";
import type { Scope } from "./scope";

/** Projects a document; `index` is the array element that the filter matched. */
export type Projection = (doc: Document, index?: number) => Document;

/** How a field is projected: included, excluded, computed, or recursively. */
type Node = { kind: "show" } | { kind: "hide" } | { kind: "compute"; evaluate: Evaluate } | Inner;
interface Inner {
  kind: "inner";
  fields: Map<string, Node>;
}

/** Where a projection is used; only `find` supports array element operators. */
export type Use = "find" | "$project" | "$addFields";

/**
 * Compiles a projection.
 *
 * @throws CommandError if it mixes inclusion and exclusion, has conflicting paths, or is not supported
 */
export function compileProjection(spec: unknown, scope: Scope, use: Use = "find"): Projection {
  if (!isDocument(spec)) throw badValue(`a projection must be an object, not ${formatValue(spec)}`);
  if (use !== "find" && !Object.keys(spec).length)
    throw new CommandError(51272, "projection specification must have at least one field");
  const root: Inner = { kind: "inner", fields: new Map() };
  const compiler = new ProjectionCompiler(scope, use);
  compiler.fields(spec, root, "");
  const inclusive = (compiler.mode ?? (compiler.showsId ? "include" : "exclude")) === "include";
  if (use === "$addFields") return (doc) => augment(doc, root, environment(doc)) as Document;
  // Inclusions include the _id by default.
  if (inclusive && !root.fields.has("_id")) root.fields.set("_id", { kind: "show" });
  return (doc, index) => {
    const shaped = shape(doc, root, inclusive, environment(doc)) as Document;
    return compiler.selections.reduce((made, select) => select(made, index), shaped);
  };
}

class ProjectionCompiler {
  mode?: "include" | "exclude";
  showsId = false;
  /** Applied to the projected document, to select elements of its arrays. */
  readonly selections: Selection[] = [];
  #positional = false;
  /** Whether there is an `$elemMatch`. */
  #matchesElement = false;

  constructor(
    readonly scope: Scope,
    readonly use: Use,
  ) {}

  fields(spec: Document, into: Inner, prefix: string): void {
    for (const [path, value] of Object.entries(spec)) this.#field(path, value, into, prefix);
  }

  #field(path: string, value: unknown, into: Inner, prefix: string): void {
    const full = prefix + path;
    const positional = path.endsWith(".$");
    if (positional && this.use !== "find")
      throw new CommandError(31324, "Cannot use positional projection in aggregation projection");
    if (full.includes(".$."))
      throw new CommandError(
        31394,
        "Positional projection may only be used at the end, for example: a.b.$.",
      );
    const parts = (positional ? path.slice(0, -2) : path).split(".");
    for (const part of parts) {
      if (!part) throw new CommandError(15998, "FieldPath field names may not be empty strings.");
      if (part.startsWith("$"))
        throw new CommandError(16410, `FieldPath field names may not start with '$': ${full}`);
    }
    const last = parts.pop()!;
    let node = into;
    for (const part of parts) node = this.#inner(node, part, full);
    if (!positional && isDocument(value) && !isOperators(value)) {
      if (!Object.keys(value).length)
        throw new CommandError(51270, "An empty sub-projection is not a valid value.");
      this.fields(value, this.#inner(node, last, full), `${full}.`);
      return;
    }
    if (node.fields.has(last)) throw collision(full);
    node.fields.set(last, positional ? this.#position(full, value) : this.#leaf(full, value));
  }

  #inner(node: Inner, part: string, full: string): Inner {
    const known = node.fields.get(part);
    if (known && known.kind !== "inner") throw collision(full);
    const inner: Inner = known ?? { kind: "inner", fields: new Map() };
    node.fields.set(part, inner);
    return inner;
  }

  #position(path: string, value: unknown): Node {
    if (isDocument(value))
      throw new CommandError(
        31271,
        "positional projection cannot be used with an expression or sub object",
      );
    if (!isNumber(value) && typeof value !== "boolean")
      throw new CommandError(31308, "positional projection cannot be used with a literal");
    if (!isTrue(value))
      throw new CommandError(31395, "positional projection cannot be used with exclusion");
    if (this.#positional)
      throw new CommandError(
        31276,
        "Cannot specify more than one positional projection per query.",
      );
    if (this.#matchesElement) throw positionalAndElemMatch(31256);
    this.#positional = true;
    this.#set("include", path);
    this.selections.push(elementAt(path.slice(0, -2).split(".")));
    return { kind: "show" };
  }

  #leaf(path: string, value: unknown): Node {
    const flag = typeof value === "boolean" || isNumber(value);
    if (flag && this.use !== "$addFields") {
      const shows = isTrue(value);
      if (path === "_id") {
        this.showsId = shows;
        return { kind: shows ? "show" : "hide" };
      }
      this.#set(shows ? "include" : "exclude", path);
      return { kind: shows ? "show" : "hide" };
    }
    if (this.use === "find" && isOperators(value)) {
      if ("$elemMatch" in value) {
        if (!isDocument(value.$elemMatch))
          throw new CommandError(31274, "elemMatch: Invalid argument, object required");
        if (this.#positional) throw positionalAndElemMatch(31255);
        if (path.includes("."))
          throw new CommandError(31275, "Cannot use $elemMatch projection on a nested field.");
        this.#matchesElement = true;
        this.#set("include", path);
        const find = firstMatching(value.$elemMatch, this.scope);
        return { kind: "compute", evaluate: ({ root }) => find(ownField(root as Document, path)) };
      }
      const slice = slicing(value.$slice);
      if (slice) {
        const parts = path.split(".");
        this.selections.push((doc) => sliceAt(doc, parts, slice) as Document);
        return { kind: "show" };
      }
    }
    if (isDocument(value) && "$meta" in value) throw unsupported("$meta in a projection");
    if (this.use !== "$addFields") this.#set("include", path);
    return { kind: "compute", evaluate: compileExpression(value, this.scope) };
  }

  #set(mode: "include" | "exclude", path: string): void {
    if (this.mode && this.mode !== mode)
      throw new CommandError(
        mode === "include" ? 31253 : 31254,
        `Cannot do ${mode === "include" ? "inclusion" : "exclusion"} on field ${path} in ${mode === "include" ? "exclusion" : "inclusion"} projection`,
      );
    this.mode = mode;
  }
}

/** The code depends on which of the two comes second. */
const positionalAndElemMatch = (code: number) =>
  new CommandError(code, "Cannot specify positional operator and $elemMatch.");

const collision = (path: string) => new CommandError(31249, `Path collision at ${path}`);

/**
 * Applies a projection to a value; within arrays, to each element.
 *
 * As in MongoDB, a value that is not a document is dropped by an inclusion and kept by an exclusion; computed fields
 * replace it by a document.
 */
function shape(value: unknown, node: Inner, inclusive: boolean, env: Environment): unknown {
  if (Array.isArray(value))
    return value
      .map((item) => shape(item, node, inclusive, env))
      .filter((shaped) => shaped !== undefined);
  const made: Document = {};
  if (isDocument(value)) {
    for (const [field, inner] of Object.entries(value)) {
      const rule = node.fields.get(field);
      if (rule?.kind === "inner") setIfAny(made, field, shape(inner, rule, inclusive, env));
      else if (rule ? rule.kind === "show" : !inclusive) putField(made, field, inner);
    }
  } else if (!computes(node)) return inclusive ? undefined : value;
  computeInto(made, isDocument(value) ? value : {}, node, env);
  return made;
}

/** Appends computed fields in the order they are specified. */
function computeInto(made: Document, source: Document, node: Inner, env: Environment): void {
  for (const [field, rule] of node.fields) {
    if (rule.kind === "compute") setIfAny(made, field, rule.evaluate(env));
    else if (rule.kind === "inner" && computes(rule) && ownField(source, field) === undefined)
      putField(made, field, shape(undefined, rule, true, env));
  }
}

const computes = (node: Inner): boolean =>
  [...node.fields.values()].some(
    (rule) => rule.kind === "compute" || (rule.kind === "inner" && computes(rule)),
  );

function setIfAny(doc: Document, field: string, value: unknown): void {
  if (value !== undefined) putField(doc, field, value);
}

/** `$addFields`: computed fields replace existing ones or are appended. */
function augment(value: unknown, node: Inner, env: Environment): unknown {
  if (Array.isArray(value)) return value.map((item) => augment(item, node, env));
  const made: Document = isDocument(value) ? { ...value } : {};
  for (const [field, rule] of node.fields) {
    const set =
      rule.kind === "compute"
        ? rule.evaluate(env)
        : rule.kind === "inner"
          ? augment(ownField(made, field), rule, env)
          : undefined;
    if (set === undefined) delete made[field];
    else putField(made, field, set);
  }
  return made;
}
