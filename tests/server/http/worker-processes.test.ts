import { fork } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { closeDatabase, startDatabase } from "~/models/connection.server";
import { listComments } from "~/models/comment.server";
import { addArticle, addSignedIn } from "../../setup/people";
import { freePort } from "../../../scripts/lib/free-port.mjs";
import { processIds } from "../../../scripts/bench/process-usage";
import { dial, head, statusIn } from "../../setup/raw-connection";
import { startSite, type Site } from "../../setup/site";

const TWO = { WEB_CONCURRENCY: "2" };

const childrenOf = (pid: number): number[] => processIds(pid).filter((id) => id !== pid);

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function startTwo(env: Record<string, string> = {}) {
  const site = await startSite({ ...TWO, ...env });
  await untilServing(site, 2);
  return { site, workers: childrenOf(site.pid) };
}

/** Waits until `count` worker processes, other than those in `but`, have answered a request. */
async function untilServing(site: Logging, count: number, but: readonly number[] = []) {
  const served = async () => {
    await (
      await ask(`${site.origin}/terms`)
    ).body;
    const pids = logged(site).flatMap(({ msg, pid }) => (msg === "request" ? [pid] : []));
    return new Set(pids.filter((pid) => !but.includes(pid))).size;
  };
  await expect.poll(served).toBe(count);
}

type Logging = Pick<Site, "origin" | "logs">;

const logged = (site: Pick<Site, "logs">) =>
  site
    .logs()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as { msg: string; pid: number });

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: object;
  agent?: Agent;
}

function ask(url: string, { method = "GET", headers, body, agent }: Asked = {}) {
  return new Promise<{ status: number; body: Promise<string> }>((resolve, reject) => {
    const type = body && { "Content-Type": "application/json" };
    const signal = AbortSignal.timeout(60_000); // A connection that hangs is a failure.
    request(url, { method, agent: agent ?? false, signal, headers: { ...headers, ...type } })
      .once("error", reject)
      .once("response", (response) =>
        resolve({ status: response.statusCode ?? 0, body: text(response) }),
      )
      .end(body && JSON.stringify(body));
  });
}

it("prints the address once, and counts the writes of an address across all processes", async () => {
  const { site, workers } = await startTwo({ RATE_LIMITS: "on", RATE_LIMIT_WRITES: "10" });
  expect(workers).toHaveLength(2);
  expect(site.logs().match(/^http:.*$/gm)).toEqual([site.origin]);
  const statuses: number[] = [];
  for (let i = 0; i < 14; i += 1) {
    statuses.push((await ask(`${site.origin}/api/articles/create`, { method: "POST" })).status);
  }
  expect(statuses.filter((status) => status !== 429)).toHaveLength(10);
  for (const pid of workers) process.kill(pid, "SIGINT");
  process.kill(site.pid, "SIGINT");
  // All processes get the signal, as from a terminal.
  await expect.poll(() => [site.pid, ...workers].filter(isAlive)).toEqual([]);
  expect(logged(site).filter(({ msg }) => msg === "stopped")).toHaveLength(2);
  expect(await site.stop()).toBe(0);
});

it("loses no acknowledged write and refuses no connection when a worker process is killed", async () => {
  const { site, workers } = await startTwo();
  await startDatabase({ DATA_DIR: site.dataDir, MONGODB_URI: undefined });
  try {
    const { id } = await addArticle();
    const { token } = await addSignedIn();
    const acknowledged: string[] = [];
    const failures: string[] = [];
    let sent = 0;
    const write = async () => {
      while (sent < 240) {
        const content = `Comment ${(sent += 1)}`;
        if (sent === 60) process.kill(workers[0]!, "SIGKILL");
        try {
          const answer = await ask(`${site.origin}/api/articles/${id}/comments`, {
            method: "POST",
            headers: { Authorization: `Bearer ${token}` },
            body: { content },
          });
          await answer.body;
          if (answer.status === 201) acknowledged.push(content);
          else failures.push(String(answer.status));
        } catch (error) {
          failures.push((error as NodeJS.ErrnoException).code ?? String(error));
        }
      }
    };
    const writers = 6;
    await Promise.all(Array.from({ length: writers }, write));

    // Only requests in flight in the killed process have failed.
    expect(failures.filter((code) => code !== "ECONNRESET")).toEqual([]);
    expect(failures.length).toBeLessThanOrEqual(writers);
    const stored = new Set(
      (await listComments(id, { limit: 1000 })).items.map(({ content }) => content),
    );
    expect(acknowledged.filter((content) => !stored.has(content))).toEqual([]);
    await expect.poll(() => childrenOf(site.pid)).toHaveLength(2);
    expect(childrenOf(site.pid)).not.toContain(workers[0]);
    expect(site.logs()).toContain('"msg":"a worker process died"');
  } finally {
    await closeDatabase();
  }
  expect(await site.stop()).toBe(0);
});

it("replaces its worker processes on SIGHUP without a failed request, and then stops", async () => {
  const { site, workers } = await startTwo();
  const failures: string[] = [];
  let isOver = false;
  const kept = new Agent({ keepAlive: true, maxSockets: 2 });
  const stream = async (agent?: Agent) => {
    let answered = 0;
    for (; !isOver; answered += 1) {
      const path = answered % 2 ? "/api/articles?limit=5" : "/terms";
      try {
        const answer = await ask(site.origin + path, { agent });
        if (answer.status !== 200) failures.push(String(answer.status));
        await answer.body;
      } catch (error) {
        failures.push((error as NodeJS.ErrnoException).code ?? String(error));
      }
      await delay(5);
    }
    return answered;
  };
  const streams = [stream(), stream(), stream(kept), stream(kept)];
  const slow = dial(
    site.origin,
    `${head(
      "POST /login HTTP/1.1",
      "Content-Type: application/x-www-form-urlencoded",
      "Content-Length: 7",
    )}ema`,
  );
  await delay(200);
  process.kill(site.pid, "SIGHUP");
  // The process with the slow request stays until that has been answered.
  await expect.poll(() => workers.filter(isAlive)).toHaveLength(1);
  await untilServing(site, 2, workers);
  slow.send("il=x");
  expect(statusIn(await slow.ended)).toBe(400);
  await expect.poll(() => workers.filter(isAlive)).toEqual([]);
  isOver = true;
  for (const answered of await Promise.all(streams)) expect(answered).toBeGreaterThan(10);
  kept.destroy();
  expect(failures).toEqual([]);
  const successors = childrenOf(site.pid);
  expect(successors).toHaveLength(2);
  expect(await site.stop()).toBe(0);
  expect(successors.filter(isAlive)).toEqual([]);
});

describe("no process is left", () => {
  it("after a second signal, which ends the site at once", async () => {
    const { site, workers } = await startTwo();
    const never = dial(site.origin, head("POST /login HTTP/1.1", "Content-Length: 7"));
    await delay(200);
    const ended = site.stop();
    await expect.poll(() => site.logs()).toContain('"msg":"stopping"');
    process.kill(site.pid, "SIGTERM");
    expect(await ended).toBe(1);
    await never.ended;
    await expect.poll(() => workers.filter(isAlive)).toEqual([]);
  });

  it("when the primary is killed", async () => {
    const { site, workers } = await startTwo();
    await site.kill();
    await expect.poll(() => workers.filter(isAlive)).toEqual([]);
    expect(logged(site).filter(({ msg }) => msg === "stopped")).toHaveLength(2);
  });
});

describe("a new build", () => {
  /** Creates a copy of the project's directory whose build can be replaced. */
  async function withProject(work: (project: Project) => Promise<void>) {
    const directory = await mkdtemp(join(tmpdir(), "test-project-"));
    for (const name of ["node_modules", "content", "package.json"]) {
      await symlink(resolve(name), join(directory, name));
    }
    await cp("build", join(directory, "build"), { recursive: true });
    const { PATH, HOME } = process.env;
    const settings = { HOST: "127.0.0.1", DATA_DIR: ".data", DEMO: "0", PRICE_PROVIDERS: "none" };
    const env = { PATH, HOME, ...settings, ...TWO, PORT: String(await freePort()) };
    const running: Running[] = [];
    const start = () => {
      const child = fork(resolve("tests/setup/site-process.mjs"), {
        cwd: directory,
        env: env as unknown as NodeJS.ProcessEnv,
        execArgv: [],
        stdio: ["ignore", "pipe", "pipe", "ipc"],
      });
      const [stdout, stderr] = [text(child.stdout!), text(child.stderr!)];
      let logs = "";
      child.stderr!.on("data", (data) => (logs += data));
      const ended = new Promise<number | null>((done) => child.once("exit", done)).then(
        async (code) => ({ code, stdout: await stdout, stderr: await stderr }),
      );
      const entry = {
        pid: child.pid!,
        origin: `http://127.0.0.1:${env.PORT}`,
        logs: () => logs,
        ended,
      };
      running.push(entry);
      return entry;
    };
    try {
      await work({ directory, origin: `http://127.0.0.1:${env.PORT}`, start });
    } finally {
      for (const { pid } of running) if (isAlive(pid)) process.kill(pid, "SIGTERM");
      await Promise.all(running.map(({ ended }) => ended));
      await rm(directory, { recursive: true });
    }
  }

  interface Running extends Logging {
    pid: number;
    ended: Promise<{ code: number | null; stdout: string; stderr: string }>;
  }
  interface Project {
    directory: string;
    origin: string;
    start(): Running;
  }

  const answers = (origin: string) =>
    ask(`${origin}/healthz`).then(
      ({ status }) => status === 200,
      () => false,
    );

  it("takes over when the site is started again", () =>
    withProject(async ({ directory, origin, start }) => {
      const site = start();
      await expect.poll(() => answers(origin)).toBe(true);
      await untilServing(site, 2);
      const before = childrenOf(site.pid);
      const file = join(directory, "build/server/http-server.js");
      const code = await readFile(file, "utf8");
      await writeFile(file, `process.stderr.write("The newer build.\\n");\n${code}`);
      expect(await start().ended).toEqual({ code: 0, stdout: `${origin}\n`, stderr: "" });
      await expect.poll(() => before.filter(isAlive)).toEqual([]);
      expect(childrenOf(site.pid)).toHaveLength(2);
      process.kill(site.pid, "SIGTERM");
      const { code: exitCode, stderr } = await site.ended;
      expect(exitCode).toBe(0);
      expect(stderr.match(/The newer build/g)).toHaveLength(2);
    }));

  it("that does not start leaves the running site as it is", () =>
    withProject(async ({ directory, origin, start }) => {
      const site = start();
      await expect.poll(() => answers(origin)).toBe(true);
      await untilServing(site, 2);
      const before = childrenOf(site.pid);
      await writeFile(join(directory, "build/server/http-server.js"), "process.exit(3);");
      expect(await start().ended).toEqual({
        code: 1,
        stdout: "",
        stderr: "The running site could not switch to the new build; its log says why.\n",
      });
      expect(childrenOf(site.pid)).toEqual(before);
      expect(await answers(origin)).toBe(true);
      process.kill(site.pid, "SIGTERM");
      const { stderr } = await site.ended;
      expect(stderr).toContain("the new build does not start");
    }));
});
