/** Runs queries: chooses a plan, filters, sorts and limits. */
import type { Document } from "bson";
import { isNumber, toDouble } from "../bson/numbers";
import { Row } from "../bson/raw-document";
import { compileFilter } from "../language/match";
import { compileProjection } from "../language/projection";
import { sortKey, sortPattern } from "../language/sort";
import { execute, type Found, type Statistics } from "../planner/execute";
import { planFor, type Plan } from "../planner/plan";
import type { Collection } from "../storage/collection";
import { PAUSE, type Pause } from "../storage/time-slice";
import { inOrder } from "./sorting";

export interface Query {
  filter: Document;
  sort?: unknown;
  skip?: number;
  limit?: number;
  hint?: unknown;
  projection?: Document;
}

export interface Match {
  id: Buffer;
  row: Row;
}

export const statistics = (): Statistics => ({ keysExamined: 0, docsExamined: 0 });

export function plan(
  collection: Collection,
  { filter, sort, skip = 0, limit = 0, hint }: Query,
): Plan {
  const most = limit && skip + limit;
  return planFor(collection, { filter, sort: sortPattern(sort), most, hint });
}

/** Yields the matches of a query, in order, after skip and limit. */
export function* find(
  collection: Collection | undefined,
  query: Query,
  count: Statistics = statistics(),
): Generator<Match | Pause> {
  // Invalid filters and sorts fail even if the collection does not exist.
  const matches = compileFilter(query.filter);
  const order = sortPattern(query.sort);
  if (!collection) return;
  const chosen = plan(collection, query);
  const { filter, skip = 0, limit = 0 } = query;
  const found = matching(
    execute(collection, chosen, count),
    chosen.exact ? undefined : matches,
    filter,
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
  matches: ((doc: unknown) => boolean) | undefined,
  filter: Document,
): Generator<Match | Pause> {
  const fields = matches && fieldsUsed(filter);
  for (const one of found) {
    if (one === PAUSE) {
      yield PAUSE;
      continue;
    }
    const row = one.load();
    if (row && (!matches || matches(row.fields(fields)))) yield { id: one.id, row };
  }
}

export function* findRows(
  collection: Collection | undefined,
  query: Query,
): Generator<Row | Pause> {
  const { projection = {} } = query;
  const isProjected = Object.keys(projection).length > 0;
  const project = isProjected ? compileProjection(projection, "find") : undefined;
  const shown = fieldsShown(projection);
  for (const match of find(collection, query)) {
    if (match === PAUSE) yield PAUSE;
    else yield project ? Row.of(project(match.row.fields(shown))) : match.row;
  }
}

export function* count(collection: Collection | undefined, query: Query): Generator<Pause, number> {
  const { filter, hint, skip = 0, limit = 0 } = query;
  const matches = compileFilter(filter);
  if (!collection) return 0;
  let n = 0;
  if (!Object.keys(filter).length && (hint === undefined || hint === null)) n = collection.count;
  else {
    const chosen = plan(collection, { ...query, sort: undefined });
    const found = execute(collection, chosen, statistics());
    const rows: Iterable<unknown> = chosen.exact ? found : matching(found, matches, filter);
    for (const one of rows) {
      if (one === PAUSE) yield PAUSE;
      else if (++n === skip + limit && limit) break;
    }
  }
  const beyond = Math.max(0, n - skip);
  return limit ? Math.min(beyond, limit) : beyond;
}

/** The top-level fields a filter uses, so that the others need not be decoded; `undefined` if unknown. */
function fieldsUsed(filter: Document): ReadonlySet<string> | undefined {
  const fields = new Set<string>();
  const collect = (part: Document): boolean =>
    Object.entries(part).every(([path, condition]) => {
      if (path === "$and" || path === "$or" || path === "$nor") return condition.every(collect);
      if (path === "$comment") return true;
      if (path.startsWith("$")) return false;
      fields.add(topOf(path));
      return true;
    });
  return collect(filter) ? fields : undefined;
}

/** The top-level fields that a projection of plain inclusions shows; `undefined` for any other projection. */
function fieldsShown(projection: Document): ReadonlySet<string> | undefined {
  const { _id, ...shown } = projection;
  const areIncluded = Object.values(shown).every(
    (value) => value === true || (isNumber(value) && toDouble(value) !== 0),
  );
  const paths = Object.keys(shown);
  return paths.length && areIncluded ? new Set(["_id", ...paths.map(topOf)]) : undefined;
}

const topOf = (path: string) => path.split(".")[0]!;
