/** The load generator of the benchmarks, against a server that records its requests. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import type { MeasurementLength } from "../../../scripts/bench/load/load";
import { hasWrk } from "../../../scripts/bench/load/wrk";
import { HEADERS, measure } from "../../../scripts/bench/measure";

let close = () => {};
afterEach(() => close());

/** @returns a server whose responses have the status that `answer` returns, and the requests it received */
async function listen(answer: (request: IncomingMessage) => number | Promise<number>) {
  const asked: IncomingMessage[] = [];
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    asked.push(request);
    response.statusCode = await answer(request);
    response.end("Hello.");
  };
  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  close = () => {
    server.close();
    server.closeAllConnections();
  };
  const { port } = server.address() as AddressInfo;
  return {
    asked,
    server: {
      origin: `http://127.0.0.1:${port}`,
      usage: () => null,
      isPinned: false,
      stop: async () => {},
    },
  };
}

/** A run of a fixed duration uses wrk if it is installed, and autocannon otherwise. */
const extents: [name: string, MeasurementLength][] = [
  [hasWrk() ? "for a second, with wrk" : "for a second, with autocannon", { duration: 1 }],
  ["for a number of requests, with autocannon", { amount: 20 }],
];

test.each(extents)("requests pages in turn with browser headers, %s", async (_, extent) => {
  const { server, asked } = await listen(() => 200);
  let count = 0;
  const request = () => ({ path: `/page/${(count++ % 3) + 1}`, headers: { cookie: "a=b" } });
  const figures = await measure(server, { name: "pages", request }, 2, extent);
  expect(figures.requestsPerSecond).toBeGreaterThan(1);
  expect(figures.p50).toBeGreaterThan(0);
  expect(figures.p99).toBeGreaterThanOrEqual(figures.p50);
  expect(figures.cpuMs).toBeNull();
  expect(new Set(asked.map(({ url }) => url))).toEqual(new Set(["/page/1", "/page/2", "/page/3"]));
  expect(asked.at(-1)?.headers).toMatchObject({ ...HEADERS, cookie: "a=b" });
});

test.each(extents)("measures the latency of each request, %s", async (_, extent) => {
  const HELD_MS = 100;
  let count = 0;
  const { server } = await listen(async () => {
    if (count++ % 5 > 2) await wait(HELD_MS);
    return 200;
  });
  const figures = await measure(server, { name: "pages", request: { path: "/" } }, 1, extent);
  expect(figures.p99).toBeGreaterThanOrEqual(HELD_MS - 1);
  expect(figures.p50).toBeLessThan(HELD_MS / 2);
});

test.each(extents)("fails if a response is an error, %s", async (_, extent) => {
  let count = 0;
  const { server } = await listen(() => (count++ > 5 ? 503 : 200));
  const task = { name: "`/`", request: { path: "/" } };
  await expect(measure(server, task, 1, extent)).rejects.toThrow(/^`\/`, 1 connections: of \d+/);
});

test.each(extents)("fails if a response is a redirect, %s", async (_, extent) => {
  const { server } = await listen(() => 302);
  const task = { name: "`/`", request: { path: "/" } };
  await expect(measure(server, task, 1, extent)).rejects.toThrow(/302|were no success/);
});
