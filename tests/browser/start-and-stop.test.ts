/** The commands that serve the site, started and stopped through npm, as by a user or a supervisor. */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { freePort } from "../../scripts/lib/free-port.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

let dataDir: string;
let started: { child: ChildProcess; ended: Promise<void> }[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "test-start-"));
});

afterEach(async () => {
  for (const { child, ended } of started) {
    try {
      process.kill(-child.pid!, "SIGKILL");
    } catch {
      // The process group has ended, as it should.
    }
    await ended;
  }
  started = [];
});

afterAll(() => rm(dataDir, { recursive: true, force: true }));

async function npm(...args: string[]) {
  const port = await freePort();
  const settings = { HOST: "127.0.0.1", PORT: String(port), DATA_DIR: dataDir, DEMO: "0" };
  const env: NodeJS.ProcessEnv = { ...process.env, ...settings };
  Reflect.deleteProperty(env, "NODE_ENV"); // a user's shell does not set it to that of the tests
  const child = spawn("npm", args, {
    cwd: ROOT,
    detached: true, // a process group of its own, so that remaining processes can be killed
    stdio: ["ignore", "pipe", "pipe"],
    env,
  });
  let output = "";
  child.stdout.on("data", (data) => (output += data));
  child.stderr.on("data", (data) => (output += data));
  // All descendants inherit these streams, so they close when the last process has ended.
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  started.push({ child, ended });
  const answer = await firstAnswer(`http://127.0.0.1:${port}/`, () => output);
  return { child, answer, output: () => output, endsWithin: (ms: number) => within(ms, ended) };
}

function within(ms: number, event: Promise<void>): Promise<boolean> {
  const late = delay(ms, false, { ref: false });
  return Promise.race([event.then(() => true), late]);
}

async function firstAnswer(url: string, output: () => string): Promise<Response> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await delay(50)) {
    const response = await fetch(url).catch(() => undefined);
    if (response) return response;
  }
  throw new Error(`Nothing answered at ${url}:\n${output()}`);
}

test("npm start serves the site, and all its processes end when npm receives a signal", async () => {
  const { child, answer, output, endsWithin } = await npm("start");
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain("<!DOCTYPE html>");
  expect(output()).not.toMatch(/Installing|Building/);
  child.kill("SIGINT"); // Tests of the server send SIGTERM.
  expect(await endsWithin(10_000)).toBe(true);
});

test("all processes of npm start end when npm is killed", async () => {
  const { child, answer, endsWithin } = await npm("start");
  await answer.body?.cancel();
  child.kill("SIGKILL");
  expect(await endsWithin(10_000)).toBe(true);
});

test("the build is a plain Remix build: @remix-run/serve serves it", async () => {
  const { child, answer, output, endsWithin } = await npm("run", "serve");
  expect(answer.status).toBe(200);
  const page = await answer.text();
  const script = /\/assets\/[^"']+\.js/.exec(page)?.[0];
  const asset = await fetch(new URL(script ?? "/no-script-in-page", answer.url));
  expect(asset.status).toBe(200);
  expect(asset.headers.get("content-type")).toMatch(/javascript/);
  await asset.body?.cancel();
  expect(output()).toContain("[remix-serve]");
  child.kill("SIGTERM");
  expect(await endsWithin(10_000)).toBe(true);
});
