/** Assertions on query plans, which need a server whose `explain` shows the plans of MongoDB. */
import mongoose from "mongoose";
import { afterEach, beforeEach, expect, vi } from "vitest";

/** The storage engines of MongoDB itself and of the embedded database, as `buildInfo` names them. */
const ENGINES = ["wiredTiger", "lmdb"];

/**
 * Skips the tests of a file on any other server: one that only speaks MongoDB's protocol plans in its own way, and
 * what its `explain` shows is no defect of the site. Call it after `useDatabase`.
 */
export function needsMongoPlans(): void {
  beforeEach(async ({ skip }) => {
    const info = await mongoose.connection.db?.command({ buildInfo: 1 });
    const engines: unknown[] = info?.storageEngines ?? [];
    skip(
      !engines.some((engine) => ENGINES.includes(String(engine))),
      "asserts plans by explain: needs MongoDB or the embedded database",
    );
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
}

interface Plan {
  /** The stages of all winning plans. */
  stages: string[];
  documents: number;
}

/** Runs a read or a deletion, and lets the database explain each query that it sent. */
async function plansOf(read: () => Promise<unknown>): Promise<Plan[]> {
  const finds = vi.spyOn(mongoose.mongo.Collection.prototype, "find");
  const aggregates = vi.spyOn(mongoose.mongo.Collection.prototype, "aggregate");
  const deletes = vi.spyOn(mongoose.mongo.Collection.prototype, "deleteMany");
  await read();
  const commands = [
    ...deletes.mock.calls.map(([filter], i) => ({
      find: (deletes.mock.contexts[i] as mongoose.mongo.Collection).collectionName,
      filter,
    })),
    ...finds.mock.calls.map(([filter, options], i) => ({
      find: (finds.mock.contexts[i] as mongoose.mongo.Collection).collectionName,
      filter,
      ...(options?.sort ? { sort: options.sort } : {}),
      ...(options?.limit ? { limit: Math.abs(options.limit) } : {}),
    })),
    ...aggregates.mock.calls.map(([pipeline], i) => ({
      aggregate: (aggregates.mock.contexts[i] as mongoose.mongo.Collection).collectionName,
      pipeline,
      cursor: {},
    })),
  ];
  vi.restoreAllMocks();
  expect(commands, "queries sent").not.toEqual([]);
  return Promise.all(
    commands.map(async (command) => {
      const explained = await mongoose.connection.db?.command({
        explain: command,
        verbosity: "executionStats",
      });
      return {
        stages: valuesOf(valuesOf(explained, "winningPlan"), "stage") as string[],
        documents: Math.max(...(valuesOf(explained, "totalDocsExamined") as number[])),
      };
    }),
  );
}

/** All values with the given key, at any depth. */
function valuesOf(value: unknown, name: string): unknown[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(key === name ? [inner] : []),
    ...valuesOf(inner, name),
  ]);
}

/** Expects each query of a read to use an index and to examine at most so many documents. */
export async function expectIndexed(read: () => Promise<unknown>, mostDocuments: number) {
  for (const { stages, documents } of await plansOf(read)) {
    expect(stages).not.toEqual([]);
    expect(stages).not.toContain("COLLSCAN");
    expect(stages).not.toContain("SORT");
    expect(documents).toBeLessThanOrEqual(mostDocuments);
  }
}
