/** Commands on collections and databases. */
import { encodeKey } from "../bson/keys";
import { Row } from "../bson/raw-document";
import { Code, CommandError } from "../errors";
import { compileFilter } from "../language/match";
import { ID_INDEX } from "../storage/catalog";
import type { Collection } from "../storage/collection";
import { PAUSE, type Pause } from "../storage/time-slice";
import type { Command } from "./command";
import { flag } from "./fields";
import { requireCollection } from "./indexes";
import { namespaceOf } from "./namespaces";
import { runInSlices } from "./write-helpers";

const namesIn = (collections: Iterable<string>, db: string) =>
  [...collections]
    .filter((ns) => ns.startsWith(`${db}.`))
    .map((ns) => ns.slice(db.length + 1))
    .sort();

const create: Command = {
  fields: "",
  async run({ command, db, store }) {
    const ns = namespaceOf(db, command.create);
    await store.write(() => void store.ensureCollection(ns));
    return {};
  },
};

const drop: Command = {
  fields: "",
  async run({ command, db, store }) {
    const ns = namespaceOf(db, command.drop);
    const nIndexesWas = await store.write(() => {
      const indexes = store.collection(ns)?.entry.indexes.length;
      return store.drop(ns) ? indexes : undefined;
    });
    await runInSlices(store, store.collectGarbage());
    return nIndexesWas === undefined ? {} : { nIndexesWas, ns };
  },
};

const dropDatabase: Command = {
  fields: "",
  async run({ db, store }) {
    await store.write(() => {
      for (const name of namesIn(store.collections.keys(), db)) store.drop(`${db}.${name}`);
    });
    await runInSlices(store, store.collectGarbage());
    return { dropped: db };
  },
};

const listCollections: Command = {
  fields: "filter nameOnly cursor authorizedCollections",
  run({ command, db, store, cursors, session, deadline }) {
    const matches = compileFilter(command.filter ?? {});
    const rows = namesIn(store.collections.keys(), db)
      .map((name) => ({
        name,
        type: "collection",
        options: {},
        info: { readOnly: false },
        idIndex: { v: 2, key: { _id: 1 }, name: ID_INDEX },
      }))
      .filter((info) => matches(info))
      .map((info) => Row.of(flag(command.nameOnly) ? { name: info.name, type: info.type } : info));
    const batchSize = command.cursor?.batchSize ?? Infinity;
    return cursors.open({ ns: `${db}.$cmd.listCollections`, rows, batchSize, session, deadline });
  },
};

const listDatabases: Command = {
  fields: "filter nameOnly authorizedDatabases",
  run({ command, db, store }) {
    if (db !== "admin")
      throw new CommandError(Code.Unauthorized, "listDatabases needs the admin database.");
    const matches = compileFilter(command.filter ?? {});
    const names = new Set([...store.collections.keys()].map((ns) => ns.split(".")[0]!));
    const nameOnly = flag(command.nameOnly);
    const databases = [...names]
      .sort()
      .map((name) => (nameOnly ? { name } : { name, sizeOnDisk: 0, empty: false }))
      .filter((info) => matches(info));
    return { databases, ...(nameOnly ? {} : { totalSize: 0, totalSizeMb: 0 }) };
  },
};

/** Verifies that the documents, the entries of every index and the stored count agree. */
function* check(
  collection: Collection,
): Generator<Pause, { nrecords: number; keysPerIndex: Record<string, number>; errors: string[] }> {
  const errors: string[] = [];
  let nrecords = 0;
  const { count } = collection;
  const expected = new Map(collection.readyIndexes.map((index) => [index, 0]));
  for (const found of collection.rows(undefined)) {
    if (found === PAUSE) {
      yield PAUSE;
      continue;
    }
    nrecords++;
    if (!encodeKey(found.row.doc._id).equals(found.id))
      errors.push("a document is not where its _id says");
    for (const index of expected.keys())
      for (const { key } of collection.keysIn(index, found.row.doc, found.id)) {
        expected.set(index, expected.get(index)! + 1);
        if (!collection.store.entries.get(key)?.equals(found.id))
          errors.push(`a document is missing from index ${index.spec.name}`);
      }
  }
  const keysPerIndex: Record<string, number> = { [ID_INDEX]: nrecords };
  for (const [index, keys] of expected) {
    const there = collection.countEntries(
      index,
      { from: Buffer.alloc(0), to: Buffer.alloc(0) },
      2 ** 31 - 1,
    );
    keysPerIndex[index.spec.name] = there;
    if (there !== keys)
      errors.push(`index ${index.spec.name} has ${there} entries instead of ${keys}`);
  }
  // If the stored count has changed during the check, documents were written meanwhile and the two cannot be compared.
  if (nrecords !== count && collection.count === count)
    errors.push(`the kept count is ${count} instead of ${nrecords}`);
  return { nrecords, keysPerIndex, errors };
}

const validate: Command = {
  fields: "full background checkBSONConformance",
  async run({ command, db, store, cursors, deadline }) {
    const ns = namespaceOf(db, command.validate);
    const collection = requireCollection(store, ns);
    const { nrecords, keysPerIndex, errors } = await cursors.run(check(collection), deadline);
    return {
      ns,
      nrecords,
      nIndexes: Object.keys(keysPerIndex).length,
      keysPerIndex,
      valid: !errors.length,
      errors: errors.slice(0, 20),
      warnings: [],
    };
  },
};

export const COLLECTIONS: Record<string, Command> = {
  create,
  drop,
  dropDatabase,
  listCollections,
  listDatabases,
  validate,
};
