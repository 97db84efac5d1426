import { fork } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { closeDatabase, startDatabase } from "~/models/connection.server";
import { listComments } from "~/models/comment.server";
import { addArticle, addSignedIn } from "../../setup/people";
import { freePort } from "../../../scripts/lib/free-port.mjs";
import { processIds } from "../../../scripts/bench/process-usage";
import { dial, head, statusIn } from "../../setup/raw-connection";
import { fillFromTemplate, makeDataDir, startSite, type Site } from "../../setup/site";
import { onArticle } from "~/domain/threads";

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

/** Starts a site with two worker processes on data that was made without sample content. */
async function startTwo(env: Record<string, string> = {}) {
  const site = await startSite({ ...TWO, DEMO: "1", ...env }, { dataDir: await makeDataDir() });
  await untilServing(site, 2);
  return { site, workers: childrenOf(site.pid) };
}

/** The address of the page of mails. */
const outboxOf = (site: Site) => /^Mails are shown at (\S+)$/m.exec(site.logs())![1]!;

/** Waits until `count` worker processes, other than those in `but`, have answered a request. */
async function untilServing(site: Logging, count: number, but: readonly number[] = []) {
  const served = async () => {
    await (
      await ask(`${site.origin}/terms`)
    ).body;
    const pids = logged(site).flatMap(({ msg, pid }) => (msg === "request" ? [pid] : []));
    return new Set(pids.filter((pid) => !but.includes(pid))).size;
  };
  await vi.waitFor(async () => expect(await served()).toBe(count), { timeout: 90_000 });
}

type Logging = Pick<Site, "origin" | "logs">;

const logged = (site: Pick<Site, "logs">) =>
  site
    .logs()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as { msg: string; pid: number; path?: string });

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

let site: Site;
let workers: number[];

beforeAll(async () => {
  const limits = { RATE_LIMITS: "on", RATE_LIMIT_WRITES: "10", TRUST_PROXY: "1" };
  ({ site, workers } = await startTwo(limits));
  await startDatabase({ DATA_DIR: site.dataDir, MONGODB_URI: undefined });
});
afterAll(closeDatabase);

describe("two worker processes", () => {
  it("print each address once, and count the writes of an address together", async () => {
    expect(workers).toHaveLength(2);
    expect(site.logs().match(/^http:.*$/gm)).toEqual([site.origin]);
    expect(site.logs().match(/Mails are shown/g)).toHaveLength(1);
    const statuses: number[] = [];
    for (let i = 0; i < 14; i += 1) {
      statuses.push((await ask(`${site.origin}/api/articles/create`, { method: "POST" })).status);
    }
    expect(statuses.filter((status) => status !== 429)).toHaveLength(10);
  });

  it("add no sample content to a site that was started without it", async () => {
    const articles = await ask(`${site.origin}/api/articles`);
    expect(await articles.body).toBe("[]");
  });

  it("lose no acknowledged write and refuse no connection when one of them is killed", async () => {
    const { id } = await addArticle();
    const { token } = await addSignedIn();
    const acknowledged: string[] = [];
    const failures: string[] = [];
    let sent = 0;
    const write = async () => {
      while (sent < 100) {
        const content = `Comment ${(sent += 1)}`;
        const headers = { Authorization: `Bearer ${token}`, "X-Forwarded-For": `192.0.2.${sent}` };
        if (sent === 40) process.kill(workers[0]!, "SIGKILL");
        try {
          const url = `${site.origin}/api/articles/${id}/comments`;
          const answer = await ask(url, { method: "POST", headers, body: { content } });
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
      (await listComments(onArticle(id), { limit: 1000 })).items.map(({ content }) => content),
    );
    expect(acknowledged.filter((content) => !stored.has(content))).toEqual([]);
    await expect.poll(() => childrenOf(site.pid)).toHaveLength(2);
    expect(childrenOf(site.pid)).not.toContain(workers[0]);
    expect(site.logs()).toContain('"msg":"a worker process died"');
  });

  it("end when all processes get a signal, as from a terminal", async () => {
    await untilServing(site, 2, workers.slice(0, 1));
    const ids = [...childrenOf(site.pid), site.pid];
    for (const pid of ids) process.kill(pid, "SIGINT");
    await expect.poll(() => ids.filter(isAlive)).toEqual([]);
    expect(logged(site).filter(({ msg }) => msg === "stopped")).toHaveLength(2);
    expect(await site.stop()).toBe(0);
  });
});

describe("another start", () => {
  let other: Awaited<ReturnType<typeof startTwo>>;
  beforeAll(async () => {
    other = await startTwo();
  });

  it("has a new key for the page of mails, which worker processes share", async () => {
    const statuses: number[] = [];
    await vi.waitFor(
      async () => {
        statuses.push((await ask(outboxOf(other.site))).status);
        const asked = logged(other.site).filter(({ path }) => path === "/dev/outbox");
        expect(new Set(asked.map(({ pid }) => pid)).size).toBe(2);
      },
      { timeout: 90_000 },
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    const former = new URL(outboxOf(site));
    const { status } = await ask(other.site.origin + former.pathname + former.search);
    expect(status).toBe(404);
  });

  it("leaves no process when its primary is killed", async () => {
    await other.site.kill();
    await expect.poll(() => other.workers.filter(isAlive)).toEqual([]);
    expect(logged(other.site).filter(({ msg }) => msg === "stopped")).toHaveLength(2);
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
    await fillFromTemplate(join(directory, ".data"), false);
    const { PATH, HOME } = process.env;
    const settings = { HOST: "127.0.0.1", DATA_DIR: ".data", DEMO: "0", PRICE_PROVIDERS: "none" };
    const limits = { RATE_LIMITS: "off" };
    const env = { PATH, HOME, ...settings, ...limits, ...TWO, PORT: String(await freePort()) };
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

  it("that does not start changes nothing, and another takes over without a failed request", () =>
    withProject(async ({ directory, origin, start }) => {
      const site = start();
      await expect.poll(() => answers(origin)).toBe(true);
      await untilServing(site, 2);
      const workers = childrenOf(site.pid);
      const file = join(directory, "build/server/http-server.js");
      const code = await readFile(file, "utf8");

      await writeFile(file, "process.exit(3);");
      expect(await start().ended).toEqual({
        code: 1,
        stdout: "",
        stderr: "The running site could not switch to the new build; its log says why.\n",
      });
      const refusals = () => site.logs().match(/the new build does not start/g) ?? [];
      expect(refusals()).toHaveLength(1);
      process.kill(site.pid, "SIGHUP");
      await expect.poll(refusals).toHaveLength(2);
      expect(childrenOf(site.pid)).toEqual(workers);
      expect(await answers(origin)).toBe(true);

      await writeFile(file, `process.stderr.write("The newer build.\\n");\n${code}`);
      const load = startLoad(origin);
      const login = `POST /login HTTP/1.1`;
      const type = "Content-Type: application/x-www-form-urlencoded";
      const restarted = start().ended;
      // Its first process is starting, so the slow request reaches one of the former.
      await expect.poll(() => site.logs()).toContain("The newer build.");
      const slow = dial(origin, `${head(login, type, "Content-Length: 7")}ema`);
      expect(await restarted).toEqual({ code: 0, stdout: `${origin}\n`, stderr: "" });
      // The process with the slow request stays until that has been answered.
      await expect.poll(() => workers.filter(isAlive)).toHaveLength(1);
      await untilServing(site, 2, workers);
      slow.send("il=x");
      expect(statusIn(await slow.ended)).toBe(400);
      await expect.poll(() => workers.filter(isAlive)).toEqual([]);
      expect(await load.end()).toEqual([]);
      const successors = childrenOf(site.pid);
      expect(successors).toHaveLength(2);
      expect(site.logs().match(/The newer build/g)).toHaveLength(2);

      // A second signal ends the site at once.
      const never = dial(origin, head(login, "Content-Length: 7"));
      await delay(200);
      process.kill(site.pid, "SIGTERM");
      await expect.poll(() => site.logs()).toContain('"msg":"stopping"');
      process.kill(site.pid, "SIGTERM");
      expect((await site.ended).code).toBe(1);
      await never.ended;
      await expect.poll(() => successors.filter(isAlive)).toEqual([]);
    }));

  /** Reads pages on new and on kept connections, until it is ended. */
  function startLoad(origin: string) {
    const failures: string[] = [];
    let isOver = false;
    const kept = new Agent({ keepAlive: true, maxSockets: 2 });
    const stream = async (agent?: Agent) => {
      let answered = 0;
      for (; !isOver; answered += 1) {
        const path = answered % 2 ? "/api/articles?limit=5" : "/terms";
        try {
          const answer = await ask(origin + path, { agent });
          if (answer.status !== 200) failures.push(String(answer.status));
          await answer.body;
        } catch (error) {
          failures.push((error as NodeJS.ErrnoException).code ?? String(error));
        }
        await delay(20);
      }
      return answered;
    };
    const streams = [stream(), stream(), stream(kept), stream(kept)];
    return {
      async end() {
        isOver = true;
        for (const answered of await Promise.all(streams)) expect(answered).toBeGreaterThan(10);
        kept.destroy();
        return failures;
      },
    };
  }
});
