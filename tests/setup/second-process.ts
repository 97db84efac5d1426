/** A database that two processes use at once, and the second of these processes. */
import { fork, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import mongoose from "mongoose";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { closeDatabase, startDatabase } from "~/models/connection.server";
import { emptyCollections, withDatabase } from "./database";
import type { Order } from "./generator";

const SCRIPT = fileURLToPath(new URL("generator-process.mjs", import.meta.url));

export interface SecondProcess {
  ask(order: Order): Promise<unknown>;
  kill(): Promise<void>;
}

/**
 * Opens a database that other processes can open, too, for all tests of the file; each test finds it empty.
 *
 * @param variables of the environment of the other processes
 */
export function useSharedDatabase(variables: Record<string, string>): {
  /** @returns the second process; the tests of a file share it until one kills it, because it takes seconds to start */
  start(): Promise<SecondProcess>;
} {
  let second: { child: ChildProcess; isReady: Promise<unknown> } | undefined;
  let settings: Record<string, string> = {};

  beforeAll(async () => {
    const server = process.env.MONGODB_TEST_URI;
    settings = server
      ? { MONGODB_URI: withDatabase(server, `test_${randomBytes(8).toString("hex")}`) }
      : { DATA_DIR: await mkdtemp(join(tmpdir(), "test-database-")) };
    const { MONGODB_URI, DATA_DIR = "" } = settings;
    await startDatabase({ MONGODB_URI, DATA_DIR });
  });

  beforeEach(() => emptyCollections({ byOthers: true }));

  afterAll(async () => {
    second?.child.kill("SIGKILL");
    if (second) await ended(second.child);
    if (settings.MONGODB_URI) await mongoose.connection.db?.dropDatabase();
    await closeDatabase();
    if (settings.DATA_DIR) await rm(settings.DATA_DIR, { recursive: true, force: true });
  });

  return {
    async start() {
      if (!second) {
        const env = { ...process.env, ...settings, ...variables };
        const child = fork(SCRIPT, { env, execArgv: [] });
        second = { child, isReady: answerOf(child) };
      }
      const { child, isReady } = second;
      await isReady;
      return {
        ask(order) {
          const answer = answerOf(child);
          child.send(order);
          return answer;
        },
        async kill() {
          second = undefined;
          child.kill("SIGKILL");
          await ended(child);
        },
      };
    },
  };
}

const answerOf = (child: ChildProcess): Promise<unknown> =>
  new Promise((resolve, reject) => {
    child.once("message", (message) => resolve((message as { answer: unknown }).answer));
    child.once("exit", (code) => reject(new Error(`the second process ended with ${code}`)));
  });

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once("exit", () => resolve());
  });
