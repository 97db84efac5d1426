/**
 * Simulates a full disk for a single process: a limit on the size of the files that it writes makes growing them fail
 * as on a full disk, on any machine and for any user.
 */
import { execFileSync, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { chmodSync, existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { openEmbedded } from "../src/index";
import { useDirectory } from "./helpers/database";
import { ended, message } from "./helpers/process";

const FILLER = fileURLToPath(new URL("./helpers/filler.ts", import.meta.url));
/** A limit in the shell's blocks of 512 or 1024 bytes: more than a new database needs. */
const BLOCKS = 2400;

const parent = useDirectory();
let folders = 0;
const children = new Set<ChildProcess>();

afterEach(async () => {
  for (const child of children) child.kill("SIGKILL");
  await Promise.all([...children].map(ended));
  children.clear();
});

/** Starts a process with its own database, whose files cannot grow beyond a number of blocks. */
async function start(directory: string, blocks: number | "unlimited" = BLOCKS, userId = "") {
  const command = `ulimit -S -f ${blocks}; exec "$0" --import tsx "$1" "$2" "$3"`;
  const child = spawn("/bin/sh", ["-c", command, process.execPath, FILLER, directory, userId], {
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  children.add(child);
  let told = "";
  child.stderr!.on("data", (data) => (told += data));
  const next = async () => (await message<{ answer: unknown }>(child)).answer;
  const opened = next().then(
    () => true,
    () => false,
  );
  return {
    child,
    opened,
    told: () => told,
    ask(order: string): Promise<unknown> {
      const answer = next();
      child.send(order);
      return answer;
    },
  };
}

const newDirectory = () => join(parent, `db${++folders}`);

const FULL = { code: 14031, message: expect.stringMatching(/no space left|disk is full/) };

const hasPrlimit = spawnSync("prlimit", ["--version"]).status === 0;

test("a full disk refuses writes with code 14031, while reads succeed and the process keeps running", async () => {
  const directory = newDirectory();
  const { ask, child, opened, told } = await start(directory);
  expect(await opened, told()).toBe(true);
  expect(await ask("fill")).toContainEqual(FULL);
  const count = (await ask("read")) as number;
  expect(count).toBeGreaterThan(20);
  // Pages that earlier writes have freed may take a few more documents.
  const answers: unknown[] = [];
  for (let n = 0; n < 20; n++) answers.push(await ask("insert"));
  const refused = answers.filter((answer) => answer !== "inserted");
  expect(refused.length).toBeGreaterThan(0);
  expect(refused).toEqual(refused.map(() => FULL));
  const inserted = answers.length - refused.length;
  expect(await ask("read")).toBe(count + inserted);
  expect(await ask("validate")).toMatchObject({ valid: true, nrecords: count + inserted });
  expect(child.exitCode).toBeNull();

  child.kill("SIGKILL");
  await ended(child);
  const next = await start(directory);
  expect(await next.opened, next.told()).toBe(true);
  const found = { valid: true, nrecords: count + inserted, errors: [] };
  expect(await next.ask("validate"), "what was acknowledged").toMatchObject(found);
  if (!hasPrlimit) return;
  expect(await next.ask("fill")).toContainEqual(FULL);
  execFileSync("prlimit", ["--pid", String(next.child.pid), "--fsize=unlimited"]);
  await expect.poll(() => next.ask("insert"), { message: "with space" }).toBe("inserted");
  expect(await next.ask("validate")).toMatchObject({ valid: true });
});

/** Whether this is the superuser, who may write anywhere. */
const isRoot = process.getuid?.() === 0;
const NOBODY = "65534";

test("opening on a full disk fails with a sentence that says so, and leaves no file that prevents a later start", async () => {
  const directory = newDirectory();
  const full = await start(directory, 8);
  expect(await full.opened).toBe(false);
  await ended(full.child);
  expect(full.told()).toContain(`there is no space left for ${directory}: free some on its disk`);
  expect(existsSync(join(directory, "data.mdb"))).toBe(false);
  await (await openEmbedded(directory)).close();
});

test("a directory or file without write permission is refused with a sentence that says so", async () => {
  const [existing, missing] = [newDirectory(), newDirectory()];
  await (await openEmbedded(existing)).close();
  for (const name of readdirSync(existing)) chmodSync(join(existing, name), 0o444);
  chmodSync(existing, 0o555);
  chmodSync(parent, 0o555);
  for (const directory of [missing, existing]) {
    const { child, opened, told } = await start(directory, "unlimited", isRoot ? NOBODY : "");
    expect(await opened).toBe(false);
    await ended(child);
    expect(told()).toContain(
      `${directory} cannot be written: its disk is read-only, or it belongs to another user`,
    );
  }
  for (const directory of [parent, existing]) chmodSync(directory, 0o700);
});

test("a file in place of the folder is refused with a sentence that says why", async () => {
  const directory = newDirectory();
  writeFileSync(directory, "");
  await expect(openEmbedded(directory)).rejects.toThrow(`${directory} cannot be written: EEXIST`);
  rmSync(directory);
});
