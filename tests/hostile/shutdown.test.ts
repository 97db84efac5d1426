/** Requests that have arrived before the site is stopped are answered, on new and on kept connections. */
import { expect, test } from "vitest";
import { processIds } from "../../scripts/bench/process-usage";
import { dial, type Wire } from "../setup/raw-connection";
import { startSite, type Site } from "../setup/site";

/** Half of them carry the load, and half wait. */
const CONNECTIONS = 20;
/** With a session cookie, so that the page is not cached: rendering takes long enough that other requests wait. */
const request = (path = "/terms") =>
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: session=none\r\n\r\n`;
const WHOLE = /<\/html>/;

const times = <Made>(count: number, make: () => Made) => Array.from({ length: count }, make);

/** Opens connections that are kept alive after a first response. */
async function openKeptAlive(site: Site): Promise<Wire[]> {
  const wires = times(CONNECTIONS, () => dial(site.origin));
  for (const wire of wires) {
    wire.send("GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
    await wire.until(/ok$/);
  }
  return wires;
}

/** How many connections received no complete page. */
async function countLost(wires: Wire[]): Promise<number> {
  const answers = await Promise.all(wires.map(({ ended }) => ended));
  return answers.filter((answer) => !WHOLE.test(answer)).length;
}

test("two worker processes answer the requests of a load, and those that wait while they are busy", async () => {
  // Behind a proxy, so that idle connections stay open for longer than this test takes.
  const site = await startSite({ WEB_CONCURRENCY: "2", TRUST_PROXY: "1", LOG_LEVEL: "warn" });
  const workers = processIds(site.pid).filter((id) => id !== site.pid);
  const kept = await openKeptAlive(site);
  const fresh: Wire[] = [];
  const ask = async (again: Wire) => {
    again.send(request());
    const other = dial(site.origin, request());
    await connected(other.socket);
    fresh.push(other);
  };
  for (const wire of kept.slice(CONNECTIONS / 2)) await ask(wire);
  // The stopped processes neither accept nor read anything, while the other requests arrive.
  for (const id of workers) process.kill(id, "SIGSTOP");
  for (const wire of kept.slice(0, CONNECTIONS / 2)) await ask(wire);
  const ended = site.stop();
  for (const id of workers) process.kill(id, "SIGCONT");
  expect(await countLost(kept)).toBe(0);
  expect(await countLost(fresh)).toBe(0);
  expect(await ended).toBe(0);
});

/** Resolves when the socket is connected and everything written to it so far has been sent. */
const connected = (socket: Wire["socket"]) =>
  new Promise<void>((resolve) => {
    const sent = () => socket.write("", () => resolve());
    if (socket.connecting) socket.once("connect", sent);
    else sent();
  });
