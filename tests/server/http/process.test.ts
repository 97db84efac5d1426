import { execFile } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { closeDatabase, startDatabase } from "~/models/connection.server";
import { collection } from "../../setup/database";
import { makeDataDir, startSite, type Site } from "../../setup/site";
import { dial, head, statusIn } from "../../setup/raw-connection";

function failToStart(env: Record<string, string>) {
  const { PATH, HOME } = process.env;
  return new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile(
      process.execPath,
      ["scripts/lib/site.mjs"],
      { env: { PATH, HOME, NODE_ENV: "production", WEB_CONCURRENCY: "3", DEMO: "0", ...env } },
      (error, stdout, stderr) => resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

describe("a site that cannot start prints one plain error and exits with 1", () => {
  it("when the environment is wrong", async () => {
    expect(await failToStart({ PORT: "x", HOST: "0.0.0.0" })).toEqual({
      code: 1,
      stdout: "",
      stderr: [
        "The site cannot start with this environment:",
        "  PORT: must be a whole number from 0 to 65535",
        "  APP_ORIGIN: must be set when HOST is not loopback",
        "",
      ].join("\n"),
    });
  });

  it("when its port is taken", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => other.once("listening", resolve));
    const { port } = other.address() as AddressInfo;
    const outcome = await failToStart({ PORT: String(port), DATA_DIR: await makeDataDir() });
    other.close();
    expect(outcome).toEqual({
      code: 1,
      stdout: "",
      stderr: `Port ${port} on 127.0.0.1 is in use; set PORT to another one.\n`,
    });
  });

  it("when its database does not answer, without telling its password", async () => {
    const outcome = await failToStart({
      PORT: "0",
      MONGODB_URI: "mongodb://u:secret@127.0.0.1:1/x",
    });
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toMatch(/^The database cannot be opened: .*127\.0\.0\.1:1\n$/);
    expect(outcome.stderr).not.toContain("secret");
  });
});

/** How long a site that is shutting down waits for requests in flight. */
const GRACE_MS = 10_000;

describe("a site that is told to stop", () => {
  const form = (length: number) =>
    head(
      "POST /login HTTP/1.1",
      "Content-Type: application/x-www-form-urlencoded",
      `Content-Length: ${length}`,
    );
  const refuses = (site: Site) =>
    dial(site.origin, head("GET /healthz HTTP/1.1")).ended.then((answer) => answer === "");

  it("closes connections after their requests, accepts no new ones, cuts off what does not finish in time, and exits with 0", async () => {
    // Behind a proxy, idle connections are kept for more than a minute.
    const site = await startSite({ TRUST_PROXY: "1" });
    const unused = dial(site.origin);
    const answered = dial(site.origin, "GET /readyz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
    expect(statusIn(await answered.until(/ready/))).toBe(200);
    const slow = dial(site.origin, `${form(7)}ema`);
    const never = dial(site.origin, `${form(7)}ema`);
    const directory = "build/client/assets";
    const [asset] = readdirSync(directory)
      .filter((name) => name.endsWith(".js"))
      .sort((a, b) => statSync(`${directory}/${b}`).size - statSync(`${directory}/${a}`).size);
    // So many that the responses fill the buffers of the connection while its client does not read.
    const times = 60;
    const unread = dial(site.origin);
    unread.socket.pause();
    unread.send(`GET /assets/${asset} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`.repeat(times));
    await delay(500);
    const begun = Date.now();
    const ended = site.stop();
    await expect.poll(() => site.logs()).toContain('"msg":"stopping"');
    await delay(200);
    unread.socket.resume();
    expect((await unread.ended).match(/^HTTP\/1\.1 200 OK\r$/gm)).toHaveLength(times);
    expect(await unused.ended).toBe("");
    expect(await answered.ended).toMatch(/ready$/);
    await expect.poll(() => refuses(site)).toBe(true);
    slow.send("il=x");
    const answer = await slow.ended;
    expect(statusIn(answer)).toBe(400);
    expect(answer).toMatch(/^Connection: close\r$/m);
    expect(never.socket.destroyed, "answered before connections are cut off").toBe(false);
    expect(await ended).toBe(0);
    expect(Date.now() - begun).toBeGreaterThan(GRACE_MS - 1_000);
    expect(statusIn(await never.ended)).toBeUndefined();
    expect(site.logs()).toContain('"msg":"stopped"');
  });

  it("exits at once on a second signal", async () => {
    const site = await startSite();
    const never = dial(site.origin, `${form(7)}ema`);
    await delay(200);
    const ended = site.stop();
    await expect.poll(() => site.logs()).toContain('"msg":"stopping"');
    const begun = Date.now();
    process.kill(site.pid, "SIGTERM");
    expect(await ended).toBe(1);
    expect(Date.now() - begun, "before connections are cut off").toBeLessThan(GRACE_MS);
    await never.ended;
  });
});

it("a site that is told to stop while it starts shuts down cleanly, and leaves the demonstration content to the next start", async () => {
  const { PATH, HOME } = process.env;
  const dataDir = await mkdtemp(join(tmpdir(), "test-site-"));
  const settings = {
    NODE_ENV: "production" as const,
    PORT: "0",
    PRICE_PROVIDERS: "none",
    WEB_CONCURRENCY: "2",
  };
  const child = execFile(process.execPath, ["scripts/lib/site.mjs"], {
    env: { PATH, HOME, ...settings, DATA_DIR: dataDir },
  });
  let output = "";
  child.stderr?.on("data", (data: string) => (output += data));
  const ended = new Promise((resolve) => child.once("close", resolve));
  await startDatabase({ DATA_DIR: dataDir, MONGODB_URI: undefined });
  try {
    const locks = collection("job-locks");
    await expect
      .poll(() => locks.countDocuments({ name: "demonstration" }), { timeout: 60_000 })
      .toBe(1);
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
    expect(output).toMatch(/"msg":"stopping"[^]*"msg":"stopped"/);
    expect(output.trim().split("\n"), "and nothing else").toHaveLength(2);
    expect(await locks.countDocuments({ state: "running" })).toBe(0);
  } finally {
    child.kill("SIGKILL");
    await closeDatabase();
    await rm(dataDir, { recursive: true });
  }
});
