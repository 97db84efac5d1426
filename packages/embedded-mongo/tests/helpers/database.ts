import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MongoClient, type Collection, type Db, type Document } from "mongodb";
import { afterAll, beforeAll, expect } from "vitest";
import { openEmbedded, type EmbeddedDatabase } from "../../src/index";

export interface TestDatabase {
  readonly directory: string;
  readonly server: EmbeddedDatabase;
  readonly client: MongoClient;
  readonly db: Db;
  /** Creates a new collection with these documents. */
  collection(documents?: Document[]): Promise<Collection<Document>>;
  /** Sends a command unchanged, without the driver's methods. */
  command(command: Document): Promise<Document>;
}

/** Creates a folder that is removed after the tests of the file. */
export function useDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), "embedded-mongo-test-"));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** Opens a database for the tests of a file. */
export function useDatabase(): TestDatabase {
  const directory = useDirectory();
  let server: EmbeddedDatabase;
  let client: MongoClient;
  let collections = 0;
  beforeAll(async () => {
    server = await openEmbedded(directory);
    client = await new MongoClient(server.uri("test"), {
      serverSelectionTimeoutMS: 5000,
    }).connect();
  });
  afterAll(async () => {
    await client.close();
    await server.close();
  });
  return {
    directory,
    get server() {
      return server;
    },
    get client() {
      return client;
    },
    get db() {
      return client.db();
    },
    async collection(documents = []) {
      const collection = client.db().collection(`c${++collections}`);
      if (documents.length) await collection.insertMany(documents);
      return collection;
    },
    command: (command) => client.db().command(command),
  };
}

/** The `_id`s of the documents that a filter matches, in order. */
export async function ids(
  collection: Collection<Document>,
  filter: Document,
  options: { sort?: Document; hint?: string } = {},
): Promise<unknown[]> {
  const sort = options.sort ?? { _id: 1 };
  const found = collection.find(filter, { ...options, sort, projection: { _id: 1 } } as Document);
  return (await found.toArray()).map((doc) => doc._id);
}

/** Expects a promise to be rejected with this MongoDB error code. */
export async function expectRefusal(promise: Promise<unknown>, code: number): Promise<void> {
  await expect(promise).rejects.toMatchObject({ code });
}

/** The first stage with this name in a plan, if there is one. */
export function stage(plan: Document, name: string): Document | undefined {
  if (plan.stage === name) return plan;
  for (const inner of [plan.inputStage, ...(plan.inputStages ?? [])]) {
    const found = inner && stage(inner, name);
    if (found) return found;
  }
  return undefined;
}

/** Options of a query. */
export interface Options {
  sort?: Document;
  limit?: number;
  hint?: string;
}

/** What a query reads, and how, according to `explain`. */
export async function readBy(c: Collection<Document>, filter: Document, options: Options = {}) {
  const { executionStats, queryPlanner } = await c.find(filter, options).explain("executionStats");
  const plan = queryPlanner.winningPlan as Document;
  return {
    plan,
    index: stage(plan, "IXSCAN")?.indexName as string | undefined,
    sorts: stage(plan, "SORT") !== undefined,
    scans: stage(plan, "COLLSCAN") !== undefined,
    returned: executionStats.nReturned as number,
    keys: executionStats.totalKeysExamined as number,
    docs: executionStats.totalDocsExamined as number,
  };
}
