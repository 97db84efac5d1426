import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { drainOnStop, GRACE_MS } from "../../../server/drain";
import { dial, type Wire } from "../../setup/raw-connection";

const REQUEST = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
const hurry = AbortSignal.abort();

let server: Server;
afterEach(() => server.closeAllConnections());

/** Starts a server that can drain, with connections that are idle after a first response. */
async function serve(listener: RequestListener, connections = 1) {
  server = createServer({ keepAliveTimeout: 60_000 }, listener);
  const drain = drainOnStop(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const idle: Wire[] = [];
  for (let i = 0; i < connections; i += 1) {
    const wire = dial(origin, REQUEST);
    await wire.until(/ok$/);
    idle.push(wire);
  }
  return { drain, origin, idle };
}

const answersIn = (received: string) => received.match(/HTTP\/1\.1 200 OK\r/g)?.length ?? 0;

it("answers requests on idle and new connections while it stops, and closes them", async () => {
  const { drain, origin, idle } = await serve((_req, res) => res.end("ok"), 20);
  const drained = drain(hurry);
  for (const wire of idle) wire.send(REQUEST);
  const fresh = idle.map(() => dial(origin, REQUEST));
  for (const { ended } of idle) expect(answersIn(await ended)).toBe(2);
  for (const { ended } of fresh) expect(await ended).toMatch(/^Connection: close\r$/m);
  await drained;
});

it("closes connections that are idle or were never used, and accepts no new ones", async () => {
  const { drain, origin, idle } = await serve((_req, res) => res.end("ok"));
  const unused = dial(origin);
  await once(unused.socket, "connect");
  const drained = drain(hurry);
  expect(answersIn(await idle[0]!.ended)).toBe(1);
  expect(await unused.ended).toBe("");
  await drained;
  expect(await dial(origin, REQUEST).ended).toBe("");
});

it("waits for the rest of a request that has arrived in part", async () => {
  const { drain, idle } = await serve((_req, res) => res.end("ok"));
  const [wire] = idle as [Wire];
  wire.send(REQUEST.slice(0, 10));
  const drained = drain(hurry);
  let isOver = false;
  void drained.then(() => (isOver = true));
  await expect.poll(() => server.listening).toBe(false);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(isOver).toBe(false);
  wire.send(REQUEST.slice(10));
  expect(answersIn(await wire.ended)).toBe(2);
  await drained;
});

it("closes a connection after its pending response has ended", async () => {
  let finish = () => {};
  const { drain, idle } = await serve((req, res) => {
    if (req.url === "/") return void res.end("ok");
    res.write("begun ");
    finish = () => void res.end("and over");
  });
  const [wire] = idle as [Wire];
  wire.send(REQUEST.replace("/", "/slow"));
  await wire.until(/begun/);
  const drained = drain(hurry);
  await expect.poll(() => server.listening).toBe(false);
  const begun = performance.now();
  finish();
  expect(await wire.ended).toMatch(/and over/);
  expect(performance.now() - begun, "before connections are cut off").toBeLessThan(GRACE_MS / 2);
  await drained;
});

it("leaves idle connections open for one more request if there is no hurry", async () => {
  const { drain, idle } = await serve((_req, res) => res.end("ok"));
  const [wire] = idle as [Wire];
  const drained = drain(new AbortController().signal);
  await expect.poll(() => server.listening).toBe(false);
  wire.send(REQUEST);
  const received = await wire.ended;
  expect(answersIn(received)).toBe(2);
  expect(received).toMatch(/Connection: close/);
  await drained;
});
