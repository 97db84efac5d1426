/** The load generator of the benchmarks, against a server that records its requests. */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { HEADERS, measure } from "../../../scripts/bench/load";

let close = () => {};
afterEach(() => close());

/** @returns a server whose responses have the status that `answer` returns, and the requests it received */
async function listen(answer: (request: IncomingMessage) => number | Promise<number>) {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    void Promise.resolve(answer(request)).then((status) =>
      response.writeHead(status).end("Hello."),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  close = () => {
    server.close();
    server.closeAllConnections();
  };
  const { port } = server.address() as AddressInfo;
  const stop = async () => {};
  return { asked, server: { origin: `http://127.0.0.1:${port}`, usage: () => null, stop } };
}

test("requests pages in turn with browser headers", async () => {
  const { server, asked } = await listen(() => 200);
  const paths = ["/page/1", "/page/2", "/page/3"];
  const requests = paths.map((path) => ({ path, headers: { cookie: "a=b" } }));
  const { rate, cpuMs } = await measure(server, requests, 2, 1);
  expect(rate).toBeGreaterThan(1);
  expect(cpuMs).toBeNull();
  expect(new Set(asked.map(({ url }) => url))).toEqual(new Set(paths));
  expect(asked.at(-1)?.headers).toMatchObject({ ...HEADERS, cookie: "a=b" });
});

test.each([302, 404, 503])("fails if a response has the status %i", async (status) => {
  let count = 0;
  const { server } = await listen(() => (count++ > 5 ? status : 200));
  await expect(measure(server, [{ path: "/x" }], 1, 1)).rejects.toThrow(/^\/x: \d+ answers/);
});
