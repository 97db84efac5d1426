/** Runs queries: chooses a plan, filters, sorts and limits. */
import type { Document } from "bson";
import { Row } from "../bson/raw-document";
import type { Position } from "../language/paths";
import { compileFilter } from "../language/match";
import { compileProjection } from "../language/projection";
import type { Scope } from "../language/scope";
import { sortKey, sortPattern } from "../language/sort";
import { execute, type Found, type Statistics } from "../planner/execute";
import { planFor, type Plan } from "../planner/plan";
import type { Collection } from "../storage/collection";
import { PAUSE, type Pause } from "../storage/time-slice";
import { fieldsShown, fieldsUsed } from "./fields-used";
import { inOrder } from "./sorting";

/** A query. */
export interface Query {
  filter: Document;
  sort?: unknown;
  skip?: number;
  limit?: number;
  hint?: unknown;
  projection?: Document;
  /** The top-level fields of the rows that the caller uses, if it is known that it uses no others. */
  only?: ReadonlySet<string>;
  scope: Scope;
}

/** A matching row, and the array element that matched. */
export interface Match {
  /** The encoded `_id`. */
  id: Buffer;
  row: Row;
  position: Position;
}

/** Creates statistics that start from zero. */
export const statistics = (): Statistics => ({ keysExamined: 0, docsExamined: 0 });

/** Plans a query. */
export function plan(
  collection: Collection,
  { filter, sort, skip = 0, limit = 0, hint, scope }: Query,
): Plan {
  return planFor(collection, {
    filter,
    sort: sortPattern(withoutNatural(sort)),
    most: limit && skip + limit,
    hint: naturalHint(sort) ?? hint,
    scope,
  });
}

/** `{$natural: 1}` is not a sort order but a hint. */
const naturalHint = (sort: unknown) =>
  sort && typeof sort === "object" && "$natural" in sort ? sort : undefined;
const withoutNatural = (sort: unknown) => (naturalHint(sort) ? undefined : sort);

/** Yields the matches of a query, in order, after skip and limit. */
export function* find(
  collection: Collection | undefined,
  query: Query,
  count: Statistics = statistics(),
): Generator<Match | Pause> {
  // Invalid filters and sorts fail even if the collection does not exist.
  const matches = compileFilter(query.filter, query.scope);
  const order = sortPattern(withoutNatural(query.sort));
  if (!collection) return;
  const chosen = plan(collection, query);
  const { skip = 0, limit = 0, scope } = query;
  const found = matching(
    execute(collection, chosen, scope, count),
    chosen.exact ? undefined : matches,
    query.filter,
  );
  const most = limit ? skip + limit : Infinity;
  const sorted = chosen.sorted ? found : inOrder(found, ({ row }) => sortKey(row.doc, order), most);
  let [skipped, taken] = [0, 0];
  for (const match of sorted) {
    if (match === PAUSE) yield PAUSE;
    else if (skipped < skip) skipped++;
    else {
      yield match;
      if (++taken === limit) return;
    }
  }
}

function* matching(
  found: Iterable<Found | Pause>,
  matches: ((doc: unknown, position: Position) => boolean) | undefined,
  filter: Document,
): Generator<Match | Pause> {
  const fields = matches && fieldsUsed(filter);
  for (const one of found) {
    if (one === PAUSE) {
      yield PAUSE;
      continue;
    }
    const row = one.load();
    if (!row) continue;
    const position: Position = {};
    if (!matches || matches(row.fields(fields), position)) yield { id: one.id, row, position };
  }
}

/** Yields the matches as rows, with the projection applied. */
export function* findRows(
  collection: Collection | undefined,
  query: Query,
  count?: Statistics,
): Generator<Row | Pause> {
  const { projection, only, scope, filter } = query;
  const project =
    projection && Object.keys(projection).length ? compileProjection(projection, scope) : undefined;
  const shown = project && fieldsShown(projection!);
  const positional = project && Object.keys(projection!).some((path) => path.endsWith(".$"));
  const matches = positional ? compileFilter(filter, scope) : undefined;
  for (const match of find(collection, query, count)) {
    if (match === PAUSE) yield PAUSE;
    else if (!project) yield only ? Row.of(match.row.fields(only)) : match.row;
    else {
      const { row, position } = match;
      // An exact plan does not determine the matching array element.
      if (matches && position.index === undefined) matches(row.doc, position);
      yield Row.of(project(row.fields(shown), position.index));
    }
  }
}

/** Counts the matches of a query, after skip and limit. */
export function* count(
  collection: Collection | undefined,
  query: Query,
  counted: Statistics = statistics(),
): Generator<Pause, number> {
  const { filter, scope, skip = 0, limit = 0 } = query;
  const matches = compileFilter(filter, scope);
  if (!collection) return 0;
  let n = 0;
  if (!Object.keys(filter).length && (query.hint === undefined || query.hint === null))
    n = collection.count;
  else {
    const chosen = plan(collection, { ...query, sort: undefined });
    const found = execute(collection, chosen, scope, counted);
    const rows: Iterable<unknown> = chosen.exact ? found : matching(found, matches, filter);
    for (const one of rows) {
      if (one === PAUSE) yield PAUSE;
      else if (++n === skip + limit && limit) break;
    }
  }
  const beyond = Math.max(0, n - skip);
  return limit ? Math.min(beyond, limit) : beyond;
}
