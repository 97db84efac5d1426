/** Requests that have arrived when the site is told to end are answered, however they came. */
import { describe, expect, it } from "vitest";
import { processIds } from "../../scripts/bench/process-usage";
import { dial, type Wire } from "../setup/raw-connection";
import { startSite, type Site } from "../setup/site";

const CONNECTIONS = 50;
/** Whoever may be signed in has the page rendered, which takes long enough for others to wait. */
const request = (path = "/terms") =>
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: session=none\r\n\r\n`;
const WHOLE = /<\/html>/;

const times = <Made>(count: number, make: () => Made) => Array.from({ length: count }, make);

/** Connections that are kept after a first answer. */
async function openKept(site: Site): Promise<Wire[]> {
  const wires = times(CONNECTIONS, () => dial(site.origin));
  for (const wire of wires) {
    wire.send("GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
    await wire.until(/ok$/);
  }
  return wires;
}

/** How many of what was asked for did not come back whole. */
async function countLost(wires: Wire[]): Promise<number> {
  const answers = await Promise.all(wires.map(({ ended }) => ended));
  return answers.filter((answer) => !WHOLE.test(answer)).length;
}

describe.each(["1", "2"])("with WEB_CONCURRENCY=%s", (WEB_CONCURRENCY) => {
  // Connections wait for longer than this test takes.
  const start = () => startSite({ WEB_CONCURRENCY, TRUST_PROXY: "1", LOG_LEVEL: "warn" });

  it("loses nothing that waits while the process does something else", async () => {
    const site = await start();
    const workers = processIds(site.pid).filter((id) => WEB_CONCURRENCY === "1" || id !== site.pid);
    const kept = await openKept(site);
    // Nothing is read nor accepted, and all of it arrives.
    for (const id of workers) process.kill(id, "SIGSTOP");
    for (const wire of kept) wire.send(request());
    const fresh = times(CONNECTIONS, () => dial(site.origin, request()));
    await Promise.all(fresh.map(({ socket }) => connected(socket)));
    const ended = site.stop();
    for (const id of workers) process.kill(id, "SIGCONT");
    expect(await countLost(kept)).toBe(0);
    expect(await countLost(fresh)).toBe(0);
    expect(await ended).toBe(0);
  });

  it("loses nothing of a load under way", async () => {
    const site = await start();
    const kept = await openKept(site);
    const fresh: Wire[] = [];
    for (const wire of kept) {
      wire.send(request());
      const other = dial(site.origin, request());
      await connected(other.socket);
      fresh.push(other);
    }
    const ended = site.stop();
    expect(await countLost(kept)).toBe(0);
    expect(await countLost(fresh)).toBe(0);
    expect(await ended).toBe(0);
  });
});

/** Resolves once what was written to it is on its way as well. */
const connected = (socket: Wire["socket"]) =>
  new Promise<void>((resolve) => {
    const sent = () => socket.write("", () => resolve());
    if (socket.connecting) socket.once("connect", sent);
    else sent();
  });
