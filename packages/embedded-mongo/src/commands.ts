/** Every command the embedded database answers, by the name it has on the wire. */
import { BSON, type Document } from "bson";
import { CommandError, unsupported } from "./errors";
import { encode } from "./keys";
import { project, updated, upserted } from "./language";
import { aggregate, count, distinct, find } from "./read";
import { Row, type Collection, type IndexSpec, type Store } from "./store";
import { cursorReply, type Request } from "./wire";

type Handler = (call: Call) => Document | Uint8Array | Promise<Document | Uint8Array>;

interface Call extends Request {
  db: string;
  /** The namespace of the collection the command names. */
  ns: string;
  rows(name: string): Row[];
}

const BATCH = 101,
  BATCH_BYTES = 12_000_000,
  CURSOR_IDLE_MS = 600_000;

export class Commands {
  readonly #store: Store;
  readonly #cursors = new Map<number, { ns: string; rows: Iterator<Row>; idle: NodeJS.Timeout }>();
  #lastCursor = 0;

  constructor(store: Store) {
    this.#store = store;
  }

  async run(request: Request): Promise<Uint8Array> {
    const reply = await this.#answer(request).catch((error) => CommandError.from(error).reply);
    return reply instanceof Uint8Array ? reply : BSON.serialize(reply);
  }

  async #answer(request: Request): Promise<Document | Uint8Array> {
    const { command, sequences } = request;
    const name = Object.keys(command)[0] ?? "";
    const handler = this.#handlers[name];
    if (!handler) throw new CommandError(59, "CommandNotFound", `no such command: '${name}'`);
    if (command.startTransaction || command.autocommit === false) {
      throw new CommandError(
        20,
        "IllegalOperation",
        "Transaction numbers are only allowed on a replica set member or mongos",
      );
    }
    if (command.collation && command.collation.locale !== "simple") throw unsupported("collation");
    const db = command.$db ?? "admin";
    const rows = (field: string) =>
      sequences[field] ?? (command[field] ?? []).map((doc: Document) => Row.of(doc));
    const reply = await handler({ ...request, db, ns: `${db}.${command[name]}`, rows });
    return reply instanceof Uint8Array ? reply : { ok: 1, ...reply };
  }

  readonly #hello: Handler = () => ({
    helloOk: true,
    ismaster: true,
    isWritablePrimary: true,
    maxBsonObjectSize: 16 * 1024 * 1024,
    maxMessageSizeBytes: 48_000_000,
    maxWriteBatchSize: 100_000,
    localTime: new Date(),
    logicalSessionTimeoutMinutes: 30,
    connectionId: 1,
    minWireVersion: 0,
    maxWireVersion: 21,
    readOnly: false,
  });
  readonly #buildInfo: Handler = () => ({
    version: "7.0.0",
    versionArray: [7, 0, 0, 0],
    maxBsonObjectSize: 16 * 1024 * 1024,
  });
  readonly #nothing: Handler = () => ({});

  readonly #handlers: Record<string, Handler> = {
    hello: this.#hello,
    ismaster: this.#hello,
    isMaster: this.#hello,
    ping: this.#nothing,
    endSessions: this.#nothing,
    refreshSessions: this.#nothing,
    buildInfo: this.#buildInfo,
    buildinfo: this.#buildInfo,

    find: ({ command, ns }) => {
      const { filter = {}, sort, skip, limit, projection, batchSize, singleBatch } = command;
      const rows = find(this.#store.collection(ns), { filter, sort, skip, limit });
      const shaped =
        projection && Object.keys(projection).length ? project(rows, projection, filter) : rows;
      return this.#open(ns, shaped[Symbol.iterator](), batchSize, singleBatch);
    },
    aggregate: ({ command, db, ns }) => {
      const resolve = (name: string) => this.#store.collection(`${db}.${name}`);
      return this.#open(
        ns,
        aggregate(this.#store.collection(ns), command.pipeline, resolve),
        command.cursor?.batchSize,
      );
    },
    getMore: ({ command }) => {
      const cursor = this.#cursors.get(Number(command.getMore));
      if (!cursor)
        throw new CommandError(43, "CursorNotFound", `cursor id ${command.getMore} not found`);
      return this.#batch(
        "nextBatch",
        Number(command.getMore),
        cursor.ns,
        cursor.rows,
        command.batchSize || Infinity,
      );
    },
    killCursors: ({ command }) => {
      command.cursors.forEach((id: unknown) => this.#forget(Number(id)));
      return {
        cursorsKilled: command.cursors,
        cursorsNotFound: [],
        cursorsAlive: [],
        cursorsUnknown: [],
      };
    },
    count: ({ command, ns }) => ({
      n: count(this.#store.collection(ns), {
        filter: command.query,
        skip: command.skip,
        limit: command.limit,
      }),
    }),
    distinct: ({ command, ns }) => ({
      values: distinct(find(this.#store.collection(ns), { filter: command.query }), command.key),
    }),

    insert: ({ command, ns, rows }) =>
      this.#store.write(() => {
        const collection = this.#store.ensureCollection(ns);
        const { n, writeErrors } = attempt(rows("documents"), command.ordered, (row) => {
          collection.replace(undefined, row);
        });
        return { n, ...writeErrors };
      }),
    update: ({ command, ns, rows }) =>
      this.#store.write(() => {
        const collection = this.#store.ensureCollection(ns);
        let nModified = 0,
          matched = 0;
        const inserted: Document[] = [];
        const { writeErrors } = attempt(
          rows("updates"),
          command.ordered,
          ({ doc: { q, u, multi, upsert, arrayFilters, sort } }, index) => {
            const found = [...find(collection, { filter: q, sort, limit: multi ? 0 : 1 })];
            for (const row of found)
              if (change(collection, row, updated(row, u, q, arrayFilters))) nModified++;
            matched += found.length;
            if (found.length || !upsert) return;
            const row = upserted(q, u, arrayFilters);
            collection.replace(undefined, row);
            inserted.push({ index, _id: row.doc._id });
          },
        );
        return {
          n: matched + inserted.length,
          nModified,
          ...(inserted.length ? { upserted: inserted } : undefined),
          ...writeErrors,
        };
      }),
    delete: ({ command, ns, rows }) =>
      this.#store.write(() => {
        const collection = this.#store.collection(ns);
        let n = 0;
        const { writeErrors } = attempt(
          rows("deletes"),
          command.ordered,
          ({ doc: { q, limit } }) => {
            for (const row of [...find(collection, { filter: q, limit })]) {
              collection!.replace(row, undefined);
              n++;
            }
          },
        );
        return { n, ...writeErrors };
      }),
    findAndModify: ({ command, ns }) =>
      this.#store.write(() => {
        const { query = {}, sort, update, remove, upsert, fields, arrayFilters } = command;
        const collection = this.#store.ensureCollection(ns);
        const [before] = find(collection, { filter: query, sort, limit: 1 });
        let after: Row | undefined;
        if (remove) {
          if (before) collection.replace(before, undefined);
        } else if (before)
          change(collection, before, (after = updated(before, update, query, arrayFilters)));
        else if (upsert)
          collection.replace(undefined, (after = upserted(query, update, arrayFilters)));
        const result = command.new ? after : before;
        const [shown] =
          result && fields && Object.keys(fields).length
            ? [...project([result], fields, query)]
            : [result];
        return {
          value: shown?.doc ?? null,
          lastErrorObject: {
            n: +!!(before ?? after),
            updatedExisting: !remove && !!before,
            ...(!before && after ? { upserted: after.doc._id } : undefined),
          },
        };
      }),

    create: ({ ns, command }) => {
      if (command.capped || command.viewOn || command.timeseries || command.validator)
        throw unsupported("a collection with these options");
      return this.#store.write(() => void this.#store.ensureCollection(ns)).then(() => ({}));
    },
    drop: ({ ns }) => this.#store.write(() => this.#store.drop(ns)).then(() => ({ ns })),
    dropDatabase: ({ db }) =>
      this.#store
        .write(() => this.#namespaces(db).forEach((ns) => this.#store.drop(ns)))
        .then(() => ({ dropped: db })),
    createIndexes: ({ ns, command }) =>
      this.#store.write(() => {
        const collection = this.#store.ensureCollection(ns);
        const numIndexesBefore = collection.entry.indexes.length;
        for (const { background, ...spec } of command.indexes as IndexSpec[])
          createIndex(collection, spec as IndexSpec);
        return {
          numIndexesBefore,
          numIndexesAfter: this.#store.collection(ns)!.entry.indexes.length,
          createdCollectionAutomatically: false,
        };
      }),
    dropIndexes: ({ ns, command }) =>
      this.#store.write(() => {
        const collection = this.#required(ns);
        const wanted = [command.index].flat();
        const dropped = collection.indexes.filter(
          ({ spec }) =>
            command.index === "*" ||
            wanted.includes(spec.name) ||
            wanted.some((key) => JSON.stringify(key) === JSON.stringify(spec.key)),
        );
        if (!dropped.length && command.index !== "*")
          throw new CommandError(27, "IndexNotFound", `index not found with name [${wanted}]`);
        dropped.forEach((index) => collection.dropIndex(index));
        return { nIndexesWas: collection.entry.indexes.length };
      }),
    listIndexes: ({ ns }) => {
      const specs = this.#required(ns).entry.indexes.map(({ spec }) => Row.of({ v: 2, ...spec }));
      return this.#open(ns, specs[Symbol.iterator](), Infinity);
    },
    listCollections: ({ db, command }) => {
      const names = this.#namespaces(db).map((ns) => ns.slice(db.length + 1));
      const wanted = names.filter((name) => !command.filter?.name || command.filter.name === name);
      const rows = wanted.map((name) =>
        Row.of({ name, type: "collection", options: {}, info: { readOnly: false } }),
      );
      return this.#open(`${db}.$cmd.listCollections`, rows[Symbol.iterator](), Infinity);
    },
    listDatabases: () => {
      const names = new Set(
        Object.keys(this.#store.catalog.collections).map((ns) => ns.split(".")[0]),
      );
      return {
        databases: [...names].map((name) => ({ name, sizeOnDisk: 0, empty: false })),
        totalSize: 0,
      };
    },
  };

  #namespaces(db: string) {
    return Object.keys(this.#store.catalog.collections).filter((ns) => ns.startsWith(`${db}.`));
  }

  #required(ns: string): Collection {
    const collection = this.#store.collection(ns);
    if (!collection) throw new CommandError(26, "NamespaceNotFound", `ns does not exist: ${ns}`);
    return collection;
  }

  #open(ns: string, rows: Iterator<Row>, batchSize = BATCH, single = false): Buffer {
    return this.#batch("firstBatch", ++this.#lastCursor, ns, rows, batchSize, single);
  }

  /** Takes a batch from a cursor, which stays open only if there is more. */
  #batch(
    field: "firstBatch" | "nextBatch",
    id: number,
    ns: string,
    rows: Iterator<Row>,
    size: number,
    single = false,
  ): Buffer {
    const batch: Row[] = [];
    let bytes = 0,
      done = false;
    while (batch.length < size && bytes < BATCH_BYTES) {
      const next = rows.next();
      if ((done = !!next.done)) break;
      batch.push(next.value);
      bytes += next.value.bytes.length;
    }
    this.#forget(id);
    if (!done && !single) {
      const idle = setTimeout(() => this.#forget(id), CURSOR_IDLE_MS).unref();
      this.#cursors.set(id, { ns, rows, idle });
    }
    return cursorReply(field, ns, done || single ? 0 : id, batch);
  }

  #forget(id: number) {
    clearTimeout(this.#cursors.get(id)?.idle);
    this.#cursors.delete(id);
  }

  /** Deletes what its TTL index says has expired. */
  async expire() {
    for (const { ns, indexes } of Object.values(this.#store.catalog.collections)) {
      for (const { spec } of indexes) {
        if (spec.expireAfterSeconds === undefined) continue;
        const path = Object.keys(spec.key)[0]!,
          $lt = new Date(Date.now() - spec.expireAfterSeconds * 1000);
        await this.#store.write(() => {
          const collection = this.#store.collection(ns);
          for (const row of [...find(collection, { filter: { [path]: { $lt } } })])
            collection!.replace(row, undefined);
        });
      }
    }
  }
}

function change(collection: Collection, before: Row, after: Row): boolean {
  if (after !== before) collection.replace(before, after);
  return after !== before;
}

function createIndex(collection: Collection, spec: IndexSpec) {
  const existing = collection.entry.indexes.find(
    (index) =>
      index.spec.name === spec.name || JSON.stringify(index.spec.key) === JSON.stringify(spec.key),
  );
  if (existing) {
    const { name, key, unique } = existing.spec;
    if (
      name === spec.name &&
      JSON.stringify(key) === JSON.stringify(spec.key) &&
      !!unique === !!spec.unique
    )
      return;
    throw new CommandError(
      86,
      "IndexKeySpecsConflict",
      `An existing index has the same name or keys as the requested one: ${name}`,
    );
  }
  if (!Object.values(spec.key).every((direction) => direction === 1 || direction === -1))
    throw unsupported(`the index ${JSON.stringify(spec.key)}`);
  if (spec.collation && spec.collation.locale !== "simple")
    throw unsupported("an index with a collation");
  collection.createIndex(spec);
}

/** Does each operation of a write; a failed one is reported, and ends an ordered write. */
function attempt(
  rows: Row[],
  ordered: boolean | undefined,
  operation: (row: Row, index: number) => void,
) {
  const errors: Document[] = [];
  let n = 0;
  for (const [index, row] of rows.entries()) {
    try {
      operation(row, index);
      n++;
    } catch (error) {
      const { code, message, details } = CommandError.from(error);
      errors.push({ index, code, errmsg: message, ...details });
      if (ordered !== false) break;
    }
  }
  return { n, writeErrors: errors.length ? { writeErrors: errors } : undefined };
}
