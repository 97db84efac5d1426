/** Names of databases and collections. */
import { typeName } from "../bson/types";
import { Code, CommandError } from "../errors";

const invalid = (message: string) => new CommandError(Code.InvalidNamespace, message);

const MAX_NAMESPACE_LENGTH = 255;

export function checkDatabase(db: unknown): string {
  if (typeof db !== "string" || !db || db.length > 63 || /[/\\. "$*<>:|?\0]/.test(db))
    throw invalid(`Invalid database name: '${String(db)}'`);
  return db;
}

export function namespaceOf(db: string, collection: unknown): string {
  if (typeof collection !== "string")
    throw invalid(`collection name has invalid type ${typeName(collection)}`);
  const ns = `${db}.${collection}`;
  if (
    !collection ||
    collection.startsWith(".") ||
    collection.endsWith(".") ||
    /[$\0]/.test(collection)
  )
    throw invalid(`Invalid namespace specified '${ns}'`);
  if (collection.startsWith("system.")) throw invalid(`Invalid system namespace: ${ns}`);
  if (Buffer.byteLength(ns) > MAX_NAMESPACE_LENGTH)
    throw invalid(
      `Fully qualified namespace is too long: ${ns.slice(0, 80)}… Max: ${MAX_NAMESPACE_LENGTH}`,
    );
  return ns;
}
