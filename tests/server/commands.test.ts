/** The commands, with and without another process that has the data open. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import mongoose from "mongoose";
import { afterEach, beforeEach, expect, test } from "vitest";
import { closeDatabase, startDatabase } from "~/models/connection.server";
import { authenticate, signIn } from "~/services/accounts/accounts.server";
import { browseArticles } from "~/services/articles/articles.server";
import {
  COMMANDS_TIMEOUT as TIMEOUT,
  runCommand,
  spawnCommand,
  type Ended,
} from "../setup/commands";

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "test-commands-"));
});
afterEach(async () => {
  await closeDatabase();
  await rm(directory, { recursive: true, force: true });
});

/** The standard output of a command. Fails the test if the command fails or prints an error. */
async function printed(ended: Promise<Ended>): Promise<string> {
  const { code, stdout, stderr } = await ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout;
}
const run = (name: string) => printed(runCommand(directory, name));
const spawned = (name: string) => printed(spawnCommand({ dataDir: directory }, name));

const open = () => startDatabase({ DATA_DIR: directory, MONGODB_URI: undefined });
const articles = () => mongoose.connection.collection("articles");

/** The output of `recount` when it corrected something. */
const report = (count: number) =>
  new RegExp(`^${count} articles .*[1-9]\\d* .*counts corrected\n$`);

/** Email and password of the first account that `seed` prints. */
function firstAccount(printed: string) {
  const [, email = "", password = ""] = /^ {2}(\S+@\S+) {2}(\S+) /m.exec(printed) ?? [];
  return { email, password };
}

const canSignIn = async (account: { email: string; password: string }) => {
  const here = {
    address: "192.0.2.1",
    userAgent: "test",
    origin: "https://site.example",
    kinds: ["token"],
  } as const;
  const { secrets } = await signIn(account, here);
  return (await authenticate(secrets.token, "token")) !== null;
};

test(
  "seed and recount work on data that no other process has open",
  async () => {
    const account = firstAccount(await run("seed"));
    await open();
    expect(await canSignIn(account)).toBe(true);
    const { items } = await browseArticles({ sort: "top", limit: 100 });
    expect(items.length).toBeGreaterThanOrEqual(25);
    await articles().updateMany({ upvotes: items[0]?.upvotes }, { $inc: { upvotes: 100 } });
    await closeDatabase();

    expect(await run("recount")).toMatch(report(items.length));
    await open();
    expect((await browseArticles({ sort: "top", limit: 100 })).items).toEqual(items);
  },
  TIMEOUT,
);

test(
  "seed and recount work on data that another process has open, and that process sees the changes",
  async () => {
    await open();
    expect(await articles().countDocuments()).toBe(0);
    const account = firstAccount(await spawned("seed"));
    expect(await canSignIn(account)).toBe(true);
    const { items } = await browseArticles({ sort: "top", limit: 100 });
    expect(items.length).toBeGreaterThanOrEqual(25);

    await articles().updateOne({}, { $inc: { upvotes: 1000 } });
    expect(await spawned("recount")).toMatch(report(items.length));
    expect((await browseArticles({ sort: "top", limit: 100 })).items).toEqual(items);
  },
  TIMEOUT,
);
