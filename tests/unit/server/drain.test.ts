import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { drainOnStop } from "../../../server/drain";
import { dial } from "../../setup/raw-connection";

const REQUEST = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
const hurry = AbortSignal.abort();

let server: Server;
afterEach(() => server.closeAllConnections());

/** Starts a server that can drain, with a connection that is idle after a first response. */
async function serve(listener: RequestListener) {
  server = createServer({ keepAliveTimeout: 60_000 }, listener);
  const drain = drainOnStop(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const wire = dial(origin, REQUEST);
  await wire.until(/ok$/);
  return { drain, wire };
}

const answersIn = (received: string) => received.match(/HTTP\/1\.1 200 OK\r/g)?.length ?? 0;

it("waits for the rest of a request that has arrived in part", async () => {
  const { drain, wire } = await serve((_req, res) => res.end("ok"));
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

it("leaves idle connections open for one more request if there is no hurry", async () => {
  const { drain, wire } = await serve((_req, res) => res.end("ok"));
  const drained = drain(new AbortController().signal);
  await expect.poll(() => server.listening).toBe(false);
  wire.send(REQUEST);
  const received = await wire.ended;
  expect(answersIn(received)).toBe(2);
  expect(received).toMatch(/Connection: close/);
  await drained;
});
