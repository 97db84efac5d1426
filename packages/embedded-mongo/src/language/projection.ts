/** Projections: which fields of a document are included, excluded or computed. */
import type { Document } from "bson";
import { isNumber } from "../bson/numbers";
import { isDocument, isOperators, ownField, putField, formatValue } from "../bson/types";
import { badValue, CommandError, unsupported } from "../errors";
import { compileExpression, environment } from "./expression";
import { isTrue, type Environment, type Evaluate } from "./expression/operator";

/** How a field is projected: included, excluded, computed, or recursively. */
type Node = { kind: "show" } | { kind: "hide" } | { kind: "compute"; evaluate: Evaluate } | Inner;
interface Inner {
  kind: "inner";
  fields: Map<string, Node>;
}

/** Where a projection is used. */
export type Use = "find" | "$project" | "$addFields";

/** Compiles a projection. @throws CommandError if it is contradictory or not supported */
export function compileProjection(spec: unknown, use: Use): (doc: Document) => Document {
  if (!isDocument(spec)) throw badValue(`a projection must be an object, not ${formatValue(spec)}`);
  if (use !== "find" && !Object.keys(spec).length)
    throw new CommandError(51272, "projection specification must have at least one field");
  const root: Inner = { kind: "inner", fields: new Map() };
  const compiler = new ProjectionCompiler(use);
  compiler.fields(spec, root, "");
  const inclusive = (compiler.mode ?? (compiler.showsId ? "include" : "exclude")) === "include";
  if (use === "$addFields") return (doc) => augment(doc, root, environment(doc)) as Document;
  // Inclusions include the _id by default.
  if (inclusive && !root.fields.has("_id")) root.fields.set("_id", { kind: "show" });
  return (doc) => shape(doc, root, inclusive, environment(doc)) as Document;
}

class ProjectionCompiler {
  mode?: "include" | "exclude";
  showsId = false;

  constructor(readonly use: Use) {}

  fields(spec: Document, into: Inner, prefix: string): void {
    for (const [path, value] of Object.entries(spec)) this.#field(path, value, into, prefix);
  }

  #field(path: string, value: unknown, into: Inner, prefix: string): void {
    const full = prefix + path;
    const parts = path.split(".");
    if (parts.includes("$")) throw unsupported(`the positional projection '${full}'`);
    for (const part of parts) {
      if (!part) throw new CommandError(15998, "FieldPath field names may not be empty strings.");
      if (part.startsWith("$"))
        throw new CommandError(16410, `FieldPath field names may not start with '$': ${full}`);
    }
    const last = parts.pop()!;
    let node = into;
    for (const part of parts) node = this.#inner(node, part, full);
    if (isDocument(value) && !isOperators(value)) {
      if (!Object.keys(value).length)
        throw new CommandError(51270, "An empty sub-projection is not a valid value.");
      this.fields(value, this.#inner(node, last, full), `${full}.`);
      return;
    }
    if (node.fields.has(last)) throw collision(full);
    node.fields.set(last, this.#leaf(full, value));
  }

  #inner(node: Inner, part: string, full: string): Inner {
    const known = node.fields.get(part);
    if (known && known.kind !== "inner") throw collision(full);
    const inner: Inner = known ?? { kind: "inner", fields: new Map() };
    node.fields.set(part, inner);
    return inner;
  }

  #leaf(path: string, value: unknown): Node {
    const isFlag = typeof value === "boolean" || isNumber(value);
    if (isFlag && this.use !== "$addFields") {
      const shows = isTrue(value);
      if (path === "_id") this.showsId = shows;
      else this.#set(shows ? "include" : "exclude", path);
      return { kind: shows ? "show" : "hide" };
    }
    if (this.use !== "$addFields") this.#set("include", path);
    if (this.use === "find" && isDocument(value)) {
      for (const name of ["$slice", "$meta", "$elemMatch"])
        if (name in value) throw unsupported(`${name} in a projection of find`);
    }
    return { kind: "compute", evaluate: compileExpression(value) };
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
