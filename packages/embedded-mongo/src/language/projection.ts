/** Projections: which fields of a document are included, excluded or computed. */
import type { Document } from "bson";
import { isNumber } from "../bson/numbers";
import { isDocument, isOperators, own, put, show } from "../bson/types";
import { badValue, CommandError, unsupported } from "../errors";
import { compileExpression, environment, type Environment, type Evaluate } from "./expression";
import { isTrue } from "./expression/operator";
import { elementOperator, type Shape } from "./projection-operators";
import type { Scope } from "./scope";

/** Projects a document; `index` is the array element that the filter matched. */
export type Projection = (doc: Document, index?: number) => Document;

/** How a field is projected: included, excluded, computed, or recursively. */
type Node =
  { kind: "show" } | { kind: "hide" } | { kind: "compute"; evaluate: Evaluate } | Shape | Inner;
interface Inner {
  kind: "inner";
  fields: Map<string, Node>;
}

/** Where a projection is used; only `find` supports array element operators. */
export type Use = "find" | "$project" | "$addFields";

export function compileProjection(spec: unknown, scope: Scope, use: Use = "find"): Projection {
  if (!isDocument(spec)) throw badValue(`a projection must be an object, not ${show(spec)}`);
  if (use !== "find" && !Object.keys(spec).length)
    throw new CommandError(51272, "projection specification must have at least one field");
  const root: Inner = { kind: "inner", fields: new Map() };
  const compiler = new ProjectionCompiler(scope, use);
  compiler.fields(spec, root, "");
  const exclusive =
    compiler.mode === "exclude" || (compiler.mode === undefined && compiler.hidesId);
  if (use === "$addFields") return (doc) => augment(doc, root, environment(doc, scope)) as Document;
  // Inclusions include the _id by default.
  if (!exclusive && !root.fields.has("_id") && compiler.mode !== undefined)
    root.fields.set("_id", { kind: "show" });
  const bare = compiler.mode === undefined && !compiler.hidesId;
  return (doc, index) => {
    const env = environment(doc, scope);
    if (bare) return shape(doc, root, false, env, index) as Document;
    return shape(doc, root, !exclusive, env, index) as Document;
  };
}

class ProjectionCompiler {
  mode?: "include" | "exclude";
  hidesId = false;

  constructor(
    readonly scope: Scope,
    readonly use: Use,
  ) {}

  fields(spec: Document, into: Inner, prefix: string): void {
    for (const [path, value] of Object.entries(spec)) this.#field(path, value, into, prefix);
  }

  #field(path: string, value: unknown, into: Inner, prefix: string): void {
    const full = prefix + path;
    const positional = this.use === "find" && path.endsWith(".$");
    const parts = (positional ? path.slice(0, -2) : path).split(".");
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
    node.fields.set(last, positional ? this.#positional(full) : this.#leaf(full, value));
  }

  #inner(node: Inner, part: string, full: string): Inner {
    const known = node.fields.get(part);
    if (known && known.kind !== "inner") throw collision(full);
    const inner: Inner = known ?? { kind: "inner", fields: new Map() };
    node.fields.set(part, inner);
    return inner;
  }

  #positional(path: string): Node {
    this.#set("include", path);
    return {
      kind: "shape",
      shape: (value, _env, index) => positioned(value, path, index),
      hides: false,
    };
  }

  #leaf(path: string, value: unknown): Node {
    const flag = typeof value === "boolean" || isNumber(value);
    if (flag && this.use !== "$addFields") {
      const shows = isTrue(value);
      if (path === "_id") {
        if (!shows) this.hidesId = true;
        else if (this.mode === undefined) this.mode = "include";
        return { kind: shows ? "show" : "hide" };
      }
      this.#set(shows ? "include" : "exclude", path);
      return { kind: shows ? "show" : "hide" };
    }
    if (this.use === "find" && isOperators(value)) {
      const operator = elementOperator(value, this.scope);
      if (operator) {
        if (operator.hides) this.#set("include", path);
        return operator;
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

const collision = (path: string) => new CommandError(31249, `Path collision at ${path}`);

function positioned(value: unknown, path: string, index: number | undefined): unknown {
  if (!Array.isArray(value)) return value;
  if (index === undefined || index >= value.length)
    throw new CommandError(
      51246,
      `Executor error during find command :: caused by :: positional operator '${path}' couldn't find a matching element in the array`,
    );
  return [value[index]];
}

/** Applies a projection to a value; within arrays, to each document. */
function shape(
  value: unknown,
  node: Inner,
  inclusive: boolean,
  env: Environment,
  index?: number,
): unknown {
  if (Array.isArray(value))
    return value.flatMap((item) => {
      const shaped = shape(item, node, inclusive, env, index);
      return shaped === undefined ? [] : [shaped];
    });
  if (!isDocument(value)) return inclusive ? undefined : value;
  const made: Document = {};
  for (const [field, inner] of Object.entries(value)) {
    const rule = node.fields.get(field);
    if (!rule ? inclusive : rule.kind === "hide" || rule.kind === "compute") continue;
    if (!rule || rule.kind === "show") put(made, field, inner);
    else if (rule.kind === "shape") setIfAny(made, field, rule.shape(inner, env, index));
    else if (rule.kind === "inner")
      setIfAny(made, field, shape(inner, rule, inclusive, env, index));
  }
  computeInto(made, value, node, env);
  return made;
}

/** Appends computed fields in the order they are specified. */
function computeInto(made: Document, source: Document, node: Inner, env: Environment): void {
  for (const [field, rule] of node.fields) {
    if (rule.kind === "compute") setIfAny(made, field, rule.evaluate(env));
    else if (rule.kind === "inner" && computes(rule) && !isContainer(own(source, field))) {
      const inner: Document = {};
      computeInto(inner, {}, rule, env);
      put(made, field, inner);
    }
  }
}

const isContainer = (value: unknown) => isDocument(value) || Array.isArray(value);

const computes = (node: Inner): boolean =>
  [...node.fields.values()].some(
    (rule) => rule.kind === "compute" || (rule.kind === "inner" && computes(rule)),
  );

function setIfAny(doc: Document, field: string, value: unknown): void {
  if (value !== undefined) put(doc, field, value);
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
          ? augment(own(made, field), rule, env)
          : undefined;
    if (set === undefined) delete made[field];
    else put(made, field, set);
  }
  return made;
}
