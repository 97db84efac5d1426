/** Commands on indexes. */
import type { Document } from "bson";
import { Row } from "../bson/raw-document";
import { isDocument, formatValue } from "../bson/types";
import { Code, CommandError } from "../errors";
import { ID_INDEX, type Index, type IndexSpec } from "../storage/catalog";
import type { Collection } from "../storage/collection";
import { awaitBuilds, buildIndex, isIdentical } from "../storage/index-build";
import type { Store } from "../storage/store";
import type { Command } from "./command";
import { indexSpec } from "./index-options";
import { namespaceOf } from "./namespaces";
import { runInSlices } from "./write-helpers";

/** Returns a collection, or throws the error that drivers expect if it does not exist. */
export function requireCollection(store: Store, ns: string): Collection {
  const collection = store.collection(ns);
  if (!collection) throw new CommandError(Code.NamespaceNotFound, `ns does not exist: ${ns}`);
  return collection;
}

const optionsOf = ({ v: _v, name: _name, key: _key, ...options }: IndexSpec): Document =>
  Object.fromEntries(Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1)));

function exists(indexes: Index[], spec: IndexSpec): boolean {
  if (isIdentical(spec.key, { _id: 1 })) {
    if (Object.keys(optionsOf(spec)).length)
      throw new CommandError(
        Code.InvalidIndexSpecificationOption,
        `The field '${Object.keys(optionsOf(spec))[0]}' is not valid for an _id index specification.`,
      );
    return true;
  }
  for (const { spec: other } of indexes) {
    const [sameKey, sameName] = [isIdentical(other.key, spec.key), other.name === spec.name];
    const sameOptions = isIdentical(optionsOf(other), optionsOf(spec));
    if (sameKey && sameName && sameOptions) return true;
    if (sameName)
      throw new CommandError(
        Code.IndexKeySpecsConflict,
        `An existing index has the same name as the requested index. When index names are not specified, they are auto generated and can cause conflicts. Please refer to our documentation. Requested index: ${formatValue(spec)}, existing index: ${formatValue(other)}`,
      );
    if (sameKey && isIdentical(other.partialFilterExpression, spec.partialFilterExpression))
      throw new CommandError(
        Code.IndexOptionsConflict,
        sameOptions
          ? `Index already exists with a different name: ${other.name}`
          : `An equivalent index already exists with different options: ${formatValue(other)}, requested: ${formatValue(spec)}`,
      );
  }
  return false;
}

const createIndexes: Command = {
  fields: "indexes",
  required: ["indexes"],
  async run({ command, db, store }) {
    const ns = namespaceOf(db, command.createIndexes);
    if (!command.indexes.length)
      throw new CommandError(Code.BadValue, "Must specify at least one index to create");
    const specs = command.indexes.map(indexSpec) as IndexSpec[];
    await awaitBuilds(store, ns);
    const before = store.collection(ns)?.entry.indexes.length;
    await store.write(() => void store.ensureCollection(ns));
    let built = 0;
    for (const spec of specs) {
      await awaitBuilds(store, ns);
      if (exists(requireCollection(store, ns).entry.indexes, spec)) continue;
      await buildIndex(store, ns, spec);
      built++;
    }
    await awaitBuilds(store, ns);
    return {
      numIndexesBefore: before ?? 1,
      numIndexesAfter: requireCollection(store, ns).entry.indexes.length,
      createdCollectionAutomatically: before === undefined,
      ...(built ? {} : { note: "all indexes already exist" }),
    };
  },
};

function selectIndexes(collection: Collection, wanted: unknown): Index[] {
  if (wanted === "*") return collection.indexes;
  if (Array.isArray(wanted)) return wanted.flatMap((one) => selectIndexes(collection, one));
  if (wanted === ID_INDEX || isIdentical(wanted, { _id: 1 }))
    throw new CommandError(Code.InvalidOptions, "cannot drop _id index");
  const found = collection.indexes.filter(({ spec }) =>
    isDocument(wanted) ? isIdentical(spec.key, wanted) : spec.name === wanted,
  );
  if (!found.length)
    throw new CommandError(
      Code.IndexNotFound,
      `index not found with name [${formatValue(wanted)}]`,
    );
  return found;
}

const dropIndexes: Command = {
  fields: "index",
  required: ["index"],
  async run({ command, db, store }) {
    const ns = namespaceOf(db, command.dropIndexes);
    const nIndexesWas = await store.write(() => {
      const collection = requireCollection(store, ns);
      const were = collection.entry.indexes.length;
      for (const index of selectIndexes(collection, command.index)) collection.dropIndex(index);
      return were;
    });
    await runInSlices(store, store.collectGarbage());
    return { nIndexesWas };
  },
};

const listIndexes: Command = {
  fields: "cursor",
  run({ command, db, store, cursors, session, deadline }) {
    const ns = namespaceOf(db, command.listIndexes);
    const rows = requireCollection(store, ns)
      .entry.indexes.filter((index) => index.building === undefined)
      .map(({ spec }) => Row.of(spec));
    const batchSize = command.cursor?.batchSize ?? Infinity;
    return cursors.open({ ns, rows, batchSize, session, deadline });
  },
};

export const INDEXES: Record<string, Command> = {
  createIndexes,
  dropIndexes,
  listIndexes,
};
